// Run by `deno task clients`, not by `deno task test`: it takes minutes and downloads clients.

import type { Tool } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { TOOLS } from "../../mcp/tools/tool_list.ts";
import { rpc, toolExamples } from "../support/mcp/mcp_requests.ts";
import { type CommandResult, tempStore } from "../support/service/run_cli.ts";
import { startServer, type TestServer } from "../support/service/test_server.ts";
import { GO, JAVA, type Needs, NODE, PYTHON, RUST, shell, testClient } from "./tools.ts";

const NAMES = TOOLS.map(({ name }) => name);
const REVIEWS = 180;
/** Four documents, the page of the summary card and three texts. */
const RESOURCES = 8;

/** A third-party client for the Model Context Protocol. */
interface McpClient {
  readonly name: string;
  readonly needs: Needs;
  /** A file of `programs/`, and its name next to the client. */
  readonly program: readonly [file: string, name: string];
  readonly install: string;
  /** Runs the program. The URL of `/mcp` is appended, and `schemas.json` is in its folder. */
  readonly run: string;
  /** What it prints. */
  readonly report: object;
}

const PYTHON_REPORT = {
  tools: NAMES,
  answered: NAMES,
  refused: true,
  resources: RESOURCES,
  reviews: REVIEWS,
  prompt: ["text"],
};
const venv = (packages: string) => `python3 -m venv venv && venv/bin/pip install -q ${packages}`;
const CARGO = `mkdir -p src && mv program.rs src/main.rs && cat > Cargo.toml <<'END'
[package]
name = "program"
version = "0.0.0"
edition = "2024"
[dependencies]
rmcp = { version = "=3.9.0", features = ["client", "transport-streamable-http-client-reqwest"] }
serde_json = "=1.0.154"
tokio = { version = "1", features = ["macros", "rt"] }
END
cargo build -q`;
const MAVEN = `cat > pom.xml <<'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>program</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>io.modelcontextprotocol.sdk</groupId>
      <artifactId>mcp</artifactId>
      <version>2.1.0</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-nop</artifactId>
      <version>2.0.16</version>
    </dependency>
  </dependencies>
</project>
END
mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib && javac -cp 'lib/*' -d out McpJava.java`;

const CLIENTS: readonly McpClient[] = [
  {
    name: "Python's mcp 2.3.0, in a session and of revision 2026-07-28,",
    needs: PYTHON,
    program: ["mcp_python.py", "program.py"],
    install: venv("mcp==2.3.0"),
    run: "venv/bin/python program.py",
    report: [PYTHON_REPORT, PYTHON_REPORT],
  },
  {
    name: "langchain-mcp-adapters 0.3.1 on Python's mcp 1.30.0",
    needs: PYTHON,
    program: ["mcp_langchain.py", "program.py"],
    install: venv("langchain-mcp-adapters==0.3.1 mcp==1.30.0"),
    run: "venv/bin/python program.py",
    report: { tools: NAMES, answered: true, prompts: 3 },
  },
  {
    name: "fastmcp 4.1.2, pydantic-ai 2.68.0, openai-agents 0.24.0 with strict schemas, google-genai 3.4.0",
    needs: PYTHON,
    program: ["mcp_agents.py", "program.py"],
    install: venv(
      "fastmcp==4.1.2 'pydantic-ai-slim[mcp]==2.68.0' openai-agents==0.24.0 google-genai==3.4.0 mcp==2.3.0",
    ),
    run: "venv/bin/python -W ignore program.py",
    report: [
      { tools: NAMES, returned: 2, refused: true, resources: RESOURCES },
      { tools: NAMES, answered: ["get_trend", "rank_subjects"] },
      { tools: NAMES, lax: [], answered: true },
      { tools: NAMES },
    ],
  },
  {
    name: "@ai-sdk/mcp 1.0.101, @openai/agents 0.20.0 with strict schemas, @google/genai 2.32.0",
    needs: NODE,
    program: ["mcp_agents.mjs", "program.mjs"],
    install: "npm install --no-fund --no-audit @ai-sdk/mcp@1.0.101 @openai/agents@0.20.0 @google/genai@2.32.0 " +
      "@modelcontextprotocol/sdk@1.32.2 zod@4.6.7",
    run: "node program.mjs",
    report: [
      { tools: NAMES, returned: 2, prompts: 3 },
      { tools: NAMES, answered: "text" },
      { tools: NAMES, returned: 2 },
    ],
  },
  {
    name: "go-sdk 1.8.0, with jsonschema-go 0.4.3 and RE2 for every schema,",
    needs: GO,
    program: ["mcp_go.go", "main.go"],
    install: "go mod init example.com/program && go get github.com/modelcontextprotocol/go-sdk@v1.8.0 " +
      "github.com/google/jsonschema-go@v0.4.3 && go mod tidy",
    run: 'run() { go run . "$1" < schemas.json; }; run',
    report: { tools: NAMES, answered: NAMES, refused: true, reviews: REVIEWS, prompt: ["text"] },
  },
  {
    name: "rmcp 3.9.0",
    needs: RUST,
    program: ["mcp_rust.rs", "program.rs"],
    install: CARGO,
    run: "target/debug/program",
    report: { tools: NAMES, answered: NAMES, refused: true, reviews: REVIEWS },
  },
  {
    name: "Java's mcp 2.1.0, which checks what tools answer,",
    needs: JAVA,
    program: ["McpJava.java", "McpJava.java"],
    install: MAVEN,
    run: "java -cp 'lib/*:out' McpJava",
    report: { tools: NAMES, answered: NAMES, refused: true, resources: RESOURCES, reviews: REVIEWS, prompt: ["text"] },
  },
  {
    name: "llguidance 1.9.1, which makes a grammar of every schema,",
    needs: PYTHON,
    program: ["schemas_llguidance.py", "program.py"],
    install: venv("llguidance==1.9.1"),
    run: "run() { venv/bin/python program.py < schemas.json; }; run",
    report: {},
  },
];

type Schemas = Readonly<Record<string, object>>;

/** All published schemas by name: those of the tools, and of the parameters and answers of REST. */
async function publishedSchemas({ origin }: TestServer): Promise<Schemas> {
  const headers = { "content-type": "application/json" };
  const listed = await fetch(`${origin}/mcp`, { method: "POST", headers, body: JSON.stringify(rpc("tools/list")) });
  const { result: { tools } } = await listed.json();
  const { paths, components } = await (await fetch(`${origin}/openapi.json`)).json();
  const parameters = Object.entries<Record<string, { parameters?: { name: string; schema: object }[] }>>(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
        parameters.filter(({ schema }) => schema !== undefined).map(({ name, schema }) =>
          [`${method} ${path} ${name}`, schema] as const
        )
      )
    );
  assert.ok(parameters.length > 10, `${parameters.length}`);
  return {
    ...Object.fromEntries(tools.map(({ name, inputSchema }: Tool) => [`${name} input`, inputSchema])),
    ...Object.fromEntries(parameters),
    // The schema of the search result has references, so the rest of the description is included.
    SearchResult: JSON.parse(
      JSON.stringify({ ...components.schemas.SearchResult, $defs: components.schemas })
        .replaceAll("#/components/schemas/", "#/$defs/"),
    ),
  };
}

for (const { name, needs, program, install, run, report } of CLIENTS) {
  await testClient(`${name} takes the service`, needs, program, async (server, folder) => {
    await Deno.writeTextFile(`${folder}/schemas.json`, JSON.stringify(await publishedSchemas(server)));
    const printed = await shell(`{\n${install}\n} >&2\n${run} ${server.origin}/mcp`, folder);
    assert.deepEqual(JSON.parse(printed), report);
  });
}

const INSPECTOR = "npm:@modelcontextprotocol/inspector@2.12.0";
/** Keeps its dependencies to releases of two weeks ago: a fresh one named a package that does not exist. */
const SETTLED = "--minimum-dependency-age=P14D";

/** The module cache of this process: the inspector gets a home folder of its own, as it writes there. */
const denoDir = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output()
  .then(({ stdout }): string => JSON.parse(new TextDecoder().decode(stdout)).denoDir);

/** Calls an MCP server with the inspector's command line. */
async function inspectMcp(url: string, era: "legacy" | "modern", args: readonly string[]): Promise<CommandResult> {
  const folder = await Deno.makeTempDir();
  try {
    const target = ["--cli", url, "--transport", "http", "--protocol-era", era, "--format", "json"];
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-config", "--no-lock", SETTLED, "--allow-all", INSPECTOR, ...target, ...args],
      cwd: folder,
      env: { NO_COLOR: "1", HOME: folder, DENO_DIR: denoDir },
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`the inspector finds no fault in the tools of the running service, and calls each (${era})`, async () => {
    await using store = await tempStore();
    await using server = await startServer(store.kvPath);
    const ask = (...args: string[]) => inspectMcp(`${server.origin}/mcp`, era, args);
    const listed = await ask("--method", "tools/list", "--strict");
    assert.equal(listed.code, 0, listed.stderr);
    const { tools } = JSON.parse(listed.stdout).result as { tools: Tool[] };
    assert.deepEqual(tools.map((tool) => tool.name), NAMES);
    const calls = tools.map((tool) => {
      const args = JSON.stringify(Object.assign({}, ...toolExamples(tool)));
      return ["--method", "tools/call", "--tool-name", tool.name, "--tool-args-json", args];
    });
    calls.push(["--method", "resources/read", "--uri", "reviews://reviews.json"]);
    calls.push(["--method", "prompts/get", "--prompt-name", "monthly_report"]);
    for (const call of calls) {
      const { code, stdout, stderr } = await ask(...call);
      assert.equal(code, 0, `${call}: ${stdout} ${stderr}`);
    }
  });
}
