/**
 * Time as the notes carry it: ISO 8601 in UTC with milliseconds and a Z.
 *
 * The clock itself is handed in by main; this module only writes and reads its form.
 */

const FORM = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/** Writes milliseconds since 1970 (UTC) as YYYY-MM-DDTHH:MM:SS.mmmZ. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Reads that form back into milliseconds; gives null for any other text and for a date that does not exist. */
export function parseTime(text: string): number | null {
  if (!FORM.test(text) || text.startsWith("0000")) {
    return null;
  }
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) {
    return null;
  }
  // Runtimes forgive 24:00 or the thirtieth of February here and there; a real date comes back as it was written.
  return formatTime(milliseconds) === text ? milliseconds : null;
}
