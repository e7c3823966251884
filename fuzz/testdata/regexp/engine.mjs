// Tries regular expressions of abnf regexp with the flags u and v; see TestExpressions.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const text = (field) => Buffer.from(field ?? "", "hex").toString();

let name, expressions, tests = 0, wrong = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const [kind, ...fields] = line.split("\t");
  if (kind === "E") {
    name = fields[0];
    expressions = ["u", "v"].map((flag) => new RegExp(text(fields[1]), flag));
    continue;
  }
  const string = kind === "L" // a long string: verdict, beginning, what is repeated, end, number of repetitions
    ? text(fields[1]) + text(fields[2]).repeat(fields[4]) + text(fields[3])
    : text(fields[1]);
  tests++;
  for (const expression of expressions) {
    let verdict, least = Infinity;
    for (let i = 0; i < (kind === "L" ? 5 : 1); i++) {
      const begin = process.hrtime.bigint();
      verdict = expression.test(string);
      least = Math.min(least, Number(process.hrtime.bigint() - begin) / 1e9);
    }
    if (kind === "L" && expression.flags === "u") {
      console.log(["time", name, fields[5], fields[4], least].join("\t"));
    }
    if (verdict !== (fields[0] === "1")) {
      wrong++;
      console.log(["wrong", name, verdict, JSON.stringify(string.slice(0, 100))].join("\t"));
    }
  }
}
console.log(["tests", tests, wrong].join("\t"));
