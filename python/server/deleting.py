"""notes_delete: a note goes only after its user has been asked, and has said yes.

The question is a form with one box to tick. No answer, or one that says neither yes nor no, is asked for again; a no in
any form keeps the note, and the model is told so. Contract, section 6.
"""

from server.clock import format_time
from server.executors import existing_note, not_found
from server.questions import answer_to, ask, form
from server.scopes import DELETE, require_scope
from server.values import has, is_boolean

#: The key of the question, and the name of its one field.
CONFIRM = "confirm"

#: Why a note was kept, by what the user did.
KEPT = {"accept": "the box was not ticked", "decline": "the user declined", "cancel": "the user did not decide"}


def delete_note(state, request, arguments):
    """Asks, or deletes the note if the answer that came along says so."""
    require_scope(state, DELETE)
    note_id = arguments["id"]
    note = existing_note(state, note_id)
    answer = answer_to(request, CONFIRM)
    if request.step is None or answer is None or _is_open(answer):
        message = "Delete " + note_id + " (" + note["title"] + ")? It cannot be brought back."
        box = {"type": "boolean", "title": "Delete the note", "description": "Only a ticked box deletes it"}
        return ask(state, request, {CONFIRM: form(message, {CONFIRM: box}, [CONFIRM])}, CONFIRM)
    if answer["action"] != "accept" or not answer["content"][CONFIRM]:
        return {"id": note_id, "deleted": False, "reason": KEPT[answer["action"]]}
    record = {"op": "delete", "id": note_id, "at": format_time(state.world.clock())}
    if len(state.notes.append(record)) == 0:
        raise not_found(note_id)  # another process was faster
    return {"id": note_id, "deleted": True}


def _is_open(answer):
    # Accepted, but without a yes or a no.
    content = answer["content"] if has(answer, "content") else {}
    return answer["action"] == "accept" and not (has(content, CONFIRM) and is_boolean(content[CONFIRM]))
