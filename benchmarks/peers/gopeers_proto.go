package peers

import (
	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/irilex/iri/benchmarks/measure"
)

// protovalidateOpen is an Open for protovalidate's rules "uri" and "uri_ref".
func protovalidateOpen(q measure.Question) (measure.Asked, error) {
	rule := &validate.StringRules{WellKnown: &validate.StringRules_Uri{Uri: true}}
	if q == measure.IsReference {
		rule = &validate.StringRules{WellKnown: &validate.StringRules_UriRef{UriRef: true}}
	}
	valid, err := Protovalidate(rule)
	if err != nil {
		return nil, err
	}
	return measure.ByLine(valid), nil
}

// Protovalidate returns a function that validates a string with a rule of protovalidate. It creates
// a message with one field, which carries the rule. The function sets the field to the string and
// validates the message. protovalidate's public API has no function that validates a string, so the
// time includes the message overhead.
func Protovalidate(rule *validate.StringRules) (func(s string) bool, error) {
	options := &descriptorpb.FieldOptions{}
	proto.SetExtension(options, validate.E_Field, &validate.FieldRules{Type: &validate.FieldRules_String_{String_: rule}})
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name:       proto.String("line.proto"),
		Syntax:     proto.String("proto3"),
		Dependency: []string{validate.File_buf_validate_validate_proto.Path()},
		MessageType: []*descriptorpb.DescriptorProto{{
			Name: proto.String("Line"),
			Field: []*descriptorpb.FieldDescriptorProto{{
				Name:    proto.String("text"),
				Number:  proto.Int32(1),
				Type:    descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(),
				Label:   descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
				Options: options,
			}},
		}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		return nil, err
	}
	line := dynamicpb.NewMessage(file.Messages().Get(0))
	text := line.Descriptor().Fields().Get(0)
	validator, err := protovalidate.New(protovalidate.WithMessages(line), protovalidate.WithDisableLazy())
	if err != nil {
		return nil, err
	}
	return func(s string) bool {
		line.Set(text, protoreflect.ValueOfString(s))
		return validator.Validate(line, protovalidate.WithFailFast()) == nil
	}, nil
}
