// The client of go-sdk. It checks every schema: jsonschema-go resolves it, and regexp, which is RE2, compiles its patterns.
package main

import (
	"context"
	"encoding/json"
	"os"
	"regexp"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func must[Answer any](answer Answer, err error) Answer {
	if err != nil {
		panic(err)
	}
	return answer
}

// resolved decodes a published schema, resolves it, and returns how many patterns it has.
func resolved(published any) (*jsonschema.Schema, int) {
	text := must(json.Marshal(published))
	schema := &jsonschema.Schema{}
	must(0, json.Unmarshal(text, schema))
	must(schema.Resolve(nil))
	patterns := 0
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, member := range value {
				if pattern, is := member.(string); is && name == "pattern" {
					must(regexp.Compile(pattern))
					patterns++
				}
				walk(member)
			}
		case []any:
			for _, element := range value {
				walk(element)
			}
		}
	}
	var value any
	must(0, json.Unmarshal(text, &value))
	walk(value)
	return schema, patterns
}

func main() {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1.0.0"}, nil)
	session := must(client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: os.Args[1]}, nil))
	defer session.Close()

	// The schemas of the REST description come as JSON on the standard input, by name.
	var described map[string]any
	must(0, json.NewDecoder(os.Stdin).Decode(&described))
	patterns := 0
	for _, schema := range described {
		_, count := resolved(schema)
		patterns += count
	}

	if patterns < 10 {
		panic("the description has fewer patterns than it should")
	}

	names, answered := []string{}, []string{}
	for _, tool := range must(session.ListTools(ctx, nil)).Tools {
		names = append(names, tool.Name)
		input, _ := resolved(tool.InputSchema)
		resolved(tool.OutputSchema)
		arguments := map[string]any{}
		for _, name := range input.Required {
			arguments[name] = input.Properties[name].Examples[0]
		}
		answer := must(session.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: arguments}))
		if !answer.IsError && answer.StructuredContent != nil {
			answered = append(answered, tool.Name)
		}
	}
	refused := must(session.CallTool(ctx, &mcp.CallToolParams{Name: "get_trend", Arguments: map[string]any{"offset": 1}}))
	document := must(session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "reviews://reviews.json"}))
	var reviews struct{ Reviews []any }
	must(0, json.Unmarshal([]byte(document.Contents[0].Text), &reviews))
	prompt := must(session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "monthly_report"}))
	kinds := []string{"text"}
	for _, message := range prompt.Messages {
		if _, is := message.Content.(*mcp.TextContent); !is {
			kinds = append(kinds, "other")
		}
	}
	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"tools":    names,
		"answered": answered,
		"refused":  refused.IsError,
		"reviews":  len(reviews.Reviews),
		"prompt":   kinds,
	}))
}
