import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The program under test. */
export const binary = join(import.meta.dirname, "../../bin/mouldworks");

export interface Server {
  url: string;
  /** Of every demo member; empty without the demo. */
  password: string;
  /** What the server has printed at its start. */
  printed: string;
  /** What the server has printed until now. */
  output: () => string;
  /** A generated workbook of so many moulds, with the shop's groups, machines, shifts and calendars if asked. */
  workbook: (moulds: number, masters?: boolean) => string;
  /** An administration command on the server's database; gives the password that it prints. */
  admin: (...command: string[]) => string;
  /** Holds the server as it is: it takes connections and answers nothing. Until it is let go on. */
  hang: () => void;
  goOn: () => void;
  stop: () => void;
}

/** PostgreSQL's URL, when the tests run with it. */
export const cluster = process.env.MOULDWORKS_TEST_POSTGRES ?? "";

/** The engines that a journey runs on: PostgreSQL too where there is one. */
export const engines = cluster
  ? (["sqlite", "postgres"] as const)
  : (["sqlite"] as const);

/**
 * The languages of a journey on an engine. With both engines at hand each goes through one: the screens know nothing of
 * the engine, the engine nothing of the language.
 */
export function languagesOn(engine: "sqlite" | "postgres") {
  if (!cluster) {
    return ["zh", "en"] as const;
  }
  return engine === "sqlite" ? (["zh"] as const) : (["en"] as const);
}

/** Starts the real binary in an empty folder, with the demo or as a company finds it. */
export async function start(
  engine: "sqlite" | "postgres",
  demo = true,
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "mouldworks-e2e-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const args = ["serve", "--data", folder, "--listen", `localhost:${port}`];
  if (demo) {
    args.push("--demo");
  }
  if (engine === "postgres") {
    args.push("--database", newDatabase());
  }
  const child = spawn(binary, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const printed = await ready(child);
  return {
    url,
    password: /password (\S+)/.exec(printed)?.[1] ?? "",
    printed,
    output: () => output,
    workbook: (moulds, masters = false) => {
      const file = join(folder, `moulds-${moulds}.xlsx`);
      execFileSync(binary, [
        "generate",
        // A seed of its own: its moulds are nobody else's, whose work has begun.
        ...[
          "--moulds",
          String(moulds),
          "--seed",
          String(moulds),
          "--out",
          file,
        ],
        ...(masters ? ["--masters"] : []),
      ]);
      return file;
    },
    admin: (...command) => {
      const where = ["--data", folder];
      const said = execFileSync(binary, ["admin", ...command, ...where]);
      return /password (\S+)/.exec(said.toString())?.[1] ?? "";
    },
    hang: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    stop: () => {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves with what the server has printed once it says that it is ready. */
function ready(child: ChildProcess) {
  return new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("is ready at")) {
        resolve(printed);
      }
    });
    child.on("exit", (code) => reject(new Error(`exit ${code}: ${printed}`)));
  });
}

export function freePort() {
  return new Promise<number>((resolve) => {
    const probe = createServer();
    probe.listen(0, "localhost", () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === "object" && address ? address.port : 0),
      );
    });
  });
}

function newDatabase() {
  const to = new URL(cluster);
  const name = `e2e_${process.pid}_${Date.now()}`;
  execFileSync("createdb", [
    ...["-h", to.hostname, "-p", to.port, "-U", to.username, name],
  ]);
  to.pathname = `/${name}`;
  return to.href;
}
