# Runs the parsers that the gem Treetop makes. Reads [{"text": …, "rules": [{"name": …, "strings": […]}]}] and
# writes [{"error": …, "verdicts": ["01…"]}], a digit for each string. A grammar that the gem refuses has an error.
require 'json'
require 'treetop'

Parser = Treetop::Runtime::CompiledParser

def parsers = ObjectSpace.each_object(Class).select { |c| c < Parser }

def answer(grammar)
  known = parsers
  Treetop.load_from_string(grammar['text'])
  parser = (parsers - known).last.new
  verdicts = grammar['rules'].map do |rule|
    rule['strings'].map { |s| parser.parse(s, root: rule['name']) ? '1' : '0' }.join
  end
  { verdicts: verdicts }
rescue StandardError, ScriptError => e
  { error: "#{e.class}: #{e.message}" }
end

$stdin.set_encoding('UTF-8')
puts JSON.generate(JSON.parse($stdin.read).map { |grammar| answer(grammar) })
