/**
 * What a server offers: its tools, prompts, resources and templates, with the lists of them ready to be sent.
 *
 * A list does not depend on the order in which its parts were put in. Only the fixtures of the everything mode change
 * one while the server runs; the change is the server's, not that of a connection.
 */

import type { Modes } from "./context.ts";
import { announced, discovered } from "./discover.ts";
import { fixturePrompts, fixtureTools, promptsToCome, toolsToCome } from "./everything.ts";
import { OFFERED } from "./everything_prompts.ts";
import * as everythingResources from "./everything_resources.ts";
import { PROMPTS, listPrompts } from "./prompts.ts";
import type { Prompt } from "./prompts.ts";
import { TEMPLATES, listTemplates } from "./resources.ts";
import { Constant, PUBLIC, cacheable } from "./results.ts";
import { listTools } from "./tools.ts";
import { TOOLS } from "./toolset.ts";
import type { Tool } from "./toolset.ts";
import { has } from "./values.ts";
import type { JsonObject } from "./values.ts";

/** The offer of one server. */
export class Catalog {
  readonly discovered: Constant;
  readonly announced: string[];
  readonly tools: Map<string, Tool>;
  readonly prompts: Map<string, Prompt>;
  readonly templates: JsonObject[];
  readonly resources: JsonObject[]; // those that are no notes
  private readonly whole: boolean;
  private readonly hiddenTools: Map<string, Tool>;
  private readonly hiddenPrompts: Map<string, Prompt>;
  listedTools!: Constant;
  listedPrompts!: Constant;
  listedTemplates!: Constant;

  /** Takes the modes of the server. */
  constructor(modes: Modes) {
    const whole = modes.everything;
    this.discovered = new Constant(discovered(modes));
    this.announced = announced(modes);
    this.tools = byName([...TOOLS, ...(whole ? fixtureTools() : [])]);
    this.prompts = byName([...PROMPTS, ...(whole ? fixturePrompts() : [])]);
    this.templates = [...TEMPLATES, ...(whole ? everythingResources.TEMPLATES : [])];
    this.resources = whole ? everythingResources.RESOURCES : [];
    this.whole = whole;
    this.hiddenTools = byName(whole ? toolsToCome() : []);
    this.hiddenPrompts = byName(whole ? promptsToCome() : []);
    this.relist();
  }

  /** Gives the contents of a resource that is no note, or null. */
  readResource(uri: string): JsonObject | null {
    return this.whole ? everythingResources.readFixture(uri) : null;
  }

  /** Gives the values that complete an argument which takes no id of a note. */
  candidates(named: string, argument: string, prefix: string): string[] {
    const known = this.whole && named === "test_prompt_with_arguments" ? OFFERED : {};
    return has(known, argument) ? known[argument]!.filter((value) => value.startsWith(prefix)) : [];
  }

  /** Puts a tool in or takes it out, and tells whether it is in now. */
  toggleTool(name: string): boolean {
    return this.toggle(this.tools, this.hiddenTools, name);
  }

  /** Puts a prompt in or takes it out, and tells whether it is in now. */
  togglePrompt(name: string): boolean {
    return this.toggle(this.prompts, this.hiddenPrompts, name);
  }

  private toggle(shown: Map<string, Tool | Prompt>, hidden: Map<string, Tool | Prompt>, name: string): boolean {
    const [source, target] = shown.has(name) ? [shown, hidden] : [hidden, shown];
    target.set(name, source.get(name)!);
    source.delete(name);
    this.relist();
    return target === shown;
  }

  private relist(): void {
    const tools = listTools([...this.tools.values()].map((tool) => tool.definition));
    const prompts = listPrompts([...this.prompts.values()].map((prompt) => prompt.definition));
    const templates = listTemplates(this.templates);
    this.listedTools = new Constant(cacheable({ tools }, 300000, PUBLIC));
    this.listedPrompts = new Constant(cacheable({ prompts }, 300000, PUBLIC));
    this.listedTemplates = new Constant(cacheable({ resourceTemplates: templates }, 300000, PUBLIC));
  }
}

function byName<Part extends Tool | Prompt>(parts: Part[]): Map<string, Part> {
  return new Map(parts.map((part) => [part.definition["name"] as string, part]));
}
