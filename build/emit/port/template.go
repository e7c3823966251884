package port

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"text/template/parse"
)

// An execution writes a template of this package. It implements the part of package text/template
// that the templates use.
//
// Rejected: package text/template. It finds methods by name, so that the linker must keep all
// exported methods of a program. The compiler for browsers (cmd/playground) was 0.4 MB larger,
// compressed.
//
// Tested against: TestTemplates compares its output with that of text/template.
type execution struct {
	trees     map[string]*parse.Tree // by template name
	variables []variable             // in scope, innermost last
	out       *bytes.Buffer
}

type variable struct {
	name  string // with its "$"
	value any
}

// functions are what templates may call. Each takes the arguments and returns the result.
var functions = map[string]any{
	"ints":      func(args []any) any { return ints(args[0].([]int)) },
	"longs":     func(args []any) any { return longs(args[0].([]uint64), args[1].(string)) },
	"chars":     func(args []any) any { return chars(args[0].([]int)) },
	"longChars": func(args []any) any { return longChars(args[0].([]uint64)) },
	"max":       func(args []any) any { return slices.Max(args[0].([]int)) },
	"add":       func(args []any) any { return args[0].(int) + args[1].(int) },
	"gt":        func(args []any) any { return args[0].(int) > args[1].(int) },
	"len":       func(args []any) any { return reflect.ValueOf(args[0]).Len() },
	"index":     func(args []any) any { return reflect.ValueOf(args[0]).Index(args[1].(int)).Interface() },
	"print":     func(args []any) any { return fmt.Sprint(args...) },
	"printf":    func(args []any) any { return fmt.Sprintf(args[0].(string), args[1:]...) },
	"not":       func(args []any) any { return !truth(args[0]) },
	"and":       func(args []any) any { return !slices.ContainsFunc(args, func(x any) bool { return !truth(x) }) },
	"or":        func(args []any) any { return slices.ContainsFunc(args, truth) },
}

// methods are what templates may call as if they were fields.
var methods = map[string]func(of any, args []any) any{
	"HasParts":   func(of any, _ []any) any { return of.(*file).HasParts() },
	"HasRegions": func(of any, _ []any) any { return of.(*file).HasRegions() },
	"HasPlaces":  func(of any, _ []any) any { return of.(*file).HasPlaces() },
	"Accepts":    func(of any, _ []any) any { return of.(*rule).Accepts() },
	"Kernel":     func(of any, args []any) any { return of.(*rule).Kernel(args[0].(string), args[1].(string)) },
	"Optional":   func(of any, _ []any) any { return of.(component).Optional() },
	"ASCII":      func(of any, _ []any) any { return of.(*places).ASCII() },
}

// execute writes the template called name with f as its data. A construct that is not implemented
// is a bug and panics.
func execute(name, text string, f *file) ([]byte, error) {
	trees, err := parse.Parse(name, text, "", "", functions)
	if err != nil {
		return nil, err
	}
	x := &execution{trees: trees, out: new(bytes.Buffer)}
	x.template(name, f)
	return x.out.Bytes(), nil
}

// template writes a template. Of the variables it sees only its own.
func (x *execution) template(name string, dot any) {
	outer := x.variables
	x.variables = []variable{{"$", dot}}
	x.write(x.trees[name].Root, dot)
	x.variables = outer
}

func (x *execution) write(node parse.Node, dot any) {
	switch n := node.(type) {
	case *parse.ListNode:
		for _, item := range n.Nodes {
			x.write(item, dot)
		}
	case *parse.TextNode:
		x.out.Write(n.Text)
	case *parse.ActionNode:
		if value := x.pipe(n.Pipe, dot); len(n.Pipe.Decl) == 0 {
			fmt.Fprint(x.out, value)
		}
	case *parse.TemplateNode:
		x.template(n.Name, x.pipe(n.Pipe, dot))
	case *parse.IfNode:
		if truth(x.pipe(n.Pipe, dot)) {
			x.scope(n.List, dot)
		} else if n.ElseList != nil {
			x.scope(n.ElseList, dot)
		}
	case *parse.RangeNode:
		list := reflect.ValueOf(x.value(n.Pipe.Cmds[0], dot))
		for i := range list.Len() {
			item := list.Index(i).Interface()
			x.scope(n.List, item, bindings(n.Pipe.Decl, i, item)...)
		}
	default:
		panic(fmt.Sprintf("BUG: a template contains %T", node))
	}
}

// bindings returns the variables of a range: the item, or the index and the item.
func bindings(names []*parse.VariableNode, i int, item any) (list []variable) {
	values := []any{i, item}
	for at, name := range names {
		list = append(list, variable{name.Ident[0], values[2-len(names)+at]})
	}
	return list
}

// scope writes a list of nodes and then forgets the variables that were declared in it.
func (x *execution) scope(list *parse.ListNode, dot any, declared ...variable) {
	n := len(x.variables)
	x.variables = append(x.variables, declared...)
	x.write(list, dot)
	x.variables = x.variables[:n]
}

// pipe returns the value of a pipeline, which has one command, after setting its variable.
func (x *execution) pipe(p *parse.PipeNode, dot any) any {
	value := x.value(p.Cmds[0], dot)
	for _, name := range p.Decl {
		if p.IsAssign {
			*x.lookup(name.Ident[0]) = value
		} else {
			x.variables = append(x.variables, variable{name.Ident[0], value})
		}
	}
	return value
}

func (x *execution) lookup(name string) *any {
	for i := len(x.variables) - 1; ; i-- { // the parser refuses undefined variables
		if x.variables[i].name == name {
			return &x.variables[i].value
		}
	}
}

// value returns the value of a command or of an operand. Only a command may have arguments.
func (x *execution) value(node parse.Node, dot any) any {
	var args []any
	if command, ok := node.(*parse.CommandNode); ok {
		for _, arg := range command.Args[1:] {
			args = append(args, x.value(arg, dot))
		}
		node = command.Args[0]
	}
	switch n := node.(type) {
	case *parse.DotNode:
		return dot
	case *parse.StringNode:
		return n.Text
	case *parse.NumberNode:
		return int(n.Int64)
	case *parse.PipeNode:
		return x.pipe(n, dot)
	case *parse.IdentifierNode:
		return functions[n.Ident].(func([]any) any)(args)
	case *parse.FieldNode:
		return fields(dot, n.Ident, args)
	case *parse.VariableNode:
		return fields(*x.lookup(n.Ident[0]), n.Ident[1:], args)
	case *parse.ChainNode:
		return fields(x.value(n.Node, dot), n.Field, args)
	}
	panic(fmt.Sprintf("BUG: a template contains %T", node))
}

// fields follows a chain of field names. The last one may be a method with arguments.
func fields(of any, names []string, args []any) any {
	for _, name := range names {
		if method := methods[name]; method != nil {
			of = method(of, args)
			continue
		}
		of = reflect.Indirect(reflect.ValueOf(of)).FieldByName(name).Interface()
	}
	return of
}

// truth reports whether a value counts as true: it is neither zero nor empty.
func truth(x any) bool {
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Slice {
		return v.Len() > 0
	}
	return !v.IsZero()
}
