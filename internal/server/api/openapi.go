package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"tagmate/internal/server/live"
)

func (s *Server) openAPI(w http.ResponseWriter, r *http.Request) error {
	text, err := s.document()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(text)
	return nil
}

// messages are the types that only the socket has.
var messages = []any{StateMessage{}, AckMessage{}, ErrorMessage{}, PongMessage{}}

// document makes the OpenAPI 3.1 document from the table of routes and the
// wire types.
func (s *Server) document() ([]byte, error) {
	d := schemas{}
	paths := map[string]map[string]any{}
	for _, rt := range s.routes() {
		op := map[string]any{
			"summary":   rt.summary,
			"responses": map[string]any{},
		}
		var params []any
		for part := range strings.SplitSeq(rt.path, "/") {
			if name, ok := strings.CutPrefix(part, "{"); ok {
				params = append(params, map[string]any{
					"name": strings.TrimSuffix(name, "}"), "in": "path", "required": true,
					"schema": map[string]any{"type": "string"},
				})
			}
		}
		for _, name := range rt.query {
			params = append(params, map[string]any{
				"name": name, "in": "query", "schema": map[string]any{"type": "integer"},
			})
		}
		if params != nil {
			op["parameters"] = params
		}
		if rt.token {
			op["security"] = []any{map[string]any{"seat": []any{}}, map[string]any{}}
		}
		if rt.request != nil {
			op["requestBody"] = map[string]any{
				"required": true,
				"content":  content("application/json", d.of(reflect.TypeOf(rt.request))),
			}
		}
		good := map[string]any{"description": http.StatusText(rt.status)}
		switch {
		case rt.response != nil:
			good["content"] = content("application/json", d.of(reflect.TypeOf(rt.response)))
		case rt.mime != "":
			good["content"] = content(rt.mime, map[string]any{})
		}
		op["responses"] = map[string]any{
			itoa(rt.status): good,
			"default": map[string]any{
				"description": "an error",
				"content":     content("application/problem+json", d.of(reflect.TypeFor[Problem]())),
			},
		}
		if paths[rt.path] == nil {
			paths[rt.path] = map[string]any{}
		}
		paths[rt.path][strings.ToLower(rt.method)] = op
	}
	for _, m := range messages {
		d.of(reflect.TypeOf(m))
	}
	doc := map[string]any{
		"openapi": "3.1.0",
		"info": map[string]any{
			"title": "Tagmate", "version": "1",
			"description": "Chess variants: positions, games against a computer player or at one screen, over HTTP and WebSocket. " +
				"Fields are added, never changed. Every error has a code; a command is sent again with the same id until it is acknowledged.",
			"license": map[string]any{"name": "Apache-2.0", "identifier": "Apache-2.0"},
		},
		"paths": paths,
		"components": map[string]any{
			"schemas": d,
			"securitySchemes": map[string]any{
				"seat": map[string]any{"type": "http", "scheme": "bearer", "description": "the token that holds a seat: a secret of one's own, or what the answer to a new game or seat had"},
			},
		},
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}

func content(mime string, schema any) map[string]any {
	return map[string]any{mime: map[string]any{"schema": schema}}
}

func itoa(status int) string {
	text, _ := json.Marshal(status)
	return string(text)
}

// schemas are the named types of the document.
type schemas map[string]any

// of returns the JSON schema of a wire type and notes the types that it names.
func (d schemas) of(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.Pointer:
		inner := d.of(t.Elem())
		if kind, ok := inner["type"].(string); ok {
			inner["type"] = []string{kind, "null"}
			return inner
		}
		return map[string]any{"oneOf": []any{inner, map[string]any{"type": "null"}}}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": d.of(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": d.of(t.Elem())}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.String:
		if t == reflect.TypeFor[live.Code]() {
			return map[string]any{"type": "string", "enum": live.Codes()}
		}
		return map[string]any{"type": "string"}
	case reflect.Struct:
		if _, ok := d[t.Name()]; !ok {
			schema := map[string]any{"type": "object"}
			d[t.Name()] = schema
			properties, required := map[string]any{}, []string{}
			d.fields(t, properties, &required)
			schema["properties"] = properties
			if len(required) > 0 {
				slices.Sort(required)
				schema["required"] = required
			}
		}
		return map[string]any{"$ref": "#/components/schemas/" + t.Name()}
	}
	panic("api: wire type with a " + t.Kind().String())
}

func (d schemas) fields(t reflect.Type, properties map[string]any, required *[]string) {
	for f := range t.Fields() {
		if f.Anonymous {
			d.fields(f.Type, properties, required)
			continue
		}
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		schema := d.of(f.Type)
		if doc := f.Tag.Get("doc"); doc != "" {
			schema["description"] = doc
		}
		if enum, ok := f.Tag.Lookup("enum"); ok {
			schema["enum"] = strings.Split(enum, ",")
		}
		properties[name] = schema
		if option != "omitempty" {
			*required = append(*required, name)
		}
	}
}
