/**
 * A small server written with the official TypeScript SDK: one tool that only reads, one resource, one template, one
 * prompt. With --modern-only it refuses clients of earlier eras.
 *
 *     npm install @modelcontextprotocol/server@2.4.0 zod@4
 *     python3 parity-tests/run.py conform -- node parity-tests/conform/examples/sdk_server.mjs
 */

import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

function make() {
  const server = new McpServer({ name: "example-sdk", version: "1.0.0" });
  const reading = { annotations: { readOnlyHint: true } };
  server.registerTool("now", { ...reading, description: "The time, which stands still here." }, () => ({
    content: [{ type: "text", text: "2026-07-28T00:00:00Z" }],
  }));
  server.registerTool(
    "double",
    { ...reading, description: "Twice a number.", inputSchema: z.object({ number: z.number() }), outputSchema: z.object({ result: z.number() }) },
    ({ number }) => {
      const result = { result: 2 * number };
      return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
    },
  );
  const text = (uri, words) => ({ contents: [{ uri: uri.href, mimeType: "text/plain", text: words }] });
  server.registerResource("about", "example://about", { mimeType: "text/plain" }, (uri) => text(uri, "An example."));
  server.registerResource(
    "item",
    new ResourceTemplate("example://items/{name}", { list: undefined }),
    { mimeType: "text/plain" },
    (uri, { name }) => text(uri, `The item ${name}.`),
  );
  const say = (words) => ({ messages: [{ role: "user", content: { type: "text", text: words } }] });
  server.registerPrompt("greet", { description: "Asks for a greeting." }, () => say("Say hello."));
  server.registerPrompt(
    "praise",
    { description: "Asks for praise of somebody.", argsSchema: z.object({ name: z.string() }) },
    ({ name }) => say(`Praise ${name}.`),
  );
  return server;
}

serveStdio(make, process.argv.includes("--modern-only") ? { legacy: "reject" } : {});
