// Tries regular expressions of abnf regexp as patterns of ajv; see TestExpressions.

import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const Ajv = createRequire(import.meta.url)(process.env.IRI_AJV);
const text = (field) => Buffer.from(field ?? "", "hex").toString();

let name, validate, tests = 0, wrong = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const [kind, ...fields] = line.split("\t");
  if (kind === "E") {
    name = fields[0];
    validate = new Ajv().compile({ type: "string", pattern: text(fields[1]) });
    continue;
  }
  const string = kind === "L" // a long string: verdict, beginning, what is repeated, end, number of repetitions
    ? text(fields[1]) + text(fields[2]).repeat(fields[4]) + text(fields[3])
    : text(fields[1]);
  tests++;
  if (validate(string) !== (fields[0] === "1")) {
    wrong++;
    console.log(["wrong", name, JSON.stringify(string.slice(0, 100))].join("\t"));
  }
}
console.log(["tests", tests, wrong].join("\t"));
