"""Prints the invalid lines of a file, with Apache Beam: python beam_example.py FILE IRI"""

import subprocess
import sys
import threading

import apache_beam as beam


class Verdicts(beam.DoFn):
    """Yields (value, valid) for batches of values. Each instance runs one process."""

    def __init__(self, program):
        self.program = program

    def setup(self):
        command = [self.program, "check", "--verdicts", "--escaped"]
        self.iri = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def process(self, values):
        escaped = (v.replace("\\", "\\\\").replace("\n", "\\x0A").replace("\r", "\\x0D") for v in values)
        text = "".join(v + "\n" for v in escaped).encode()
        writer = threading.Thread(target=lambda: (self.iri.stdin.write(text), self.iri.stdin.flush()))
        writer.start()
        answers = self.iri.stdout.read(2 * len(values))
        writer.join()
        if len(answers) != 2 * len(values):
            raise RuntimeError(f"iri ended with status {self.iri.wait()}")
        for value, answer in zip(values, answers[::2]):
            yield value, answer == ord("1")

    def teardown(self):
        self.iri.stdin.close()
        self.iri.wait()


if __name__ == "__main__":
    file, program = sys.argv[1:]
    with beam.Pipeline(runner="DirectRunner") as pipeline:
        (pipeline
         | beam.io.ReadFromText(file)
         | beam.BatchElements(min_batch_size=1000, max_batch_size=10_000)
         | beam.ParDo(Verdicts(program))
         | beam.Filter(lambda pair: not pair[1])
         | beam.Map(lambda pair: print(pair[0])))
