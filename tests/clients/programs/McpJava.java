// The SDK of the Model Context Protocol for Java, in a session. The argument is the URL of /mcp.

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class McpJava {
  /** The arguments that the schema gives as examples, those that are required. */
  static Map<String, Object> examples(Tool tool) {
    var given = new LinkedHashMap<String, Object>();
    var properties = (Map<?, ?>) tool.inputSchema().getOrDefault("properties", Map.of());
    for (var name : (List<?>) tool.inputSchema().getOrDefault("required", List.of())) {
      var examples = (List<?>) ((Map<?, ?>) properties.get(name)).get("examples");
      given.put((String) name, examples.get(0));
    }
    return given;
  }

  public static void main(String[] arguments) throws Exception {
    var url = URI.create(arguments[0]);
    var transport = HttpClientStreamableHttpTransport.builder(url.resolve("/").toString()).endpoint(url.getPath()).build();
    try (var client = McpClient.sync(transport).requestTimeout(Duration.ofSeconds(60))
      .enableCallToolSchemaCaching(true).build()) {
      client.initialize();
      var names = new ArrayList<String>();
      var answered = new ArrayList<String>();
      for (var tool : client.listTools().tools()) {
        names.add(tool.name());
        // It checks the data against the schema of the tool's output.
        var answer = client.callTool(new CallToolRequest(tool.name(), examples(tool)));
        if (Boolean.TRUE.equals(answer.isError()) || answer.structuredContent() == null) throw new Exception(answer.toString());
        answered.add(tool.name());
      }
      var mapper = McpJsonDefaults.getMapper();
      var document = client.readResource(new ReadResourceRequest("reviews://reviews.json")).contents().get(0);
      var reviews = (List<?>) mapper.readValue(((TextResourceContents) document).text(), Map.class).get("reviews");
      var report = new LinkedHashMap<String, Object>();
      report.put("tools", names);
      report.put("answered", answered);
      report.put("refused", client.callTool(new CallToolRequest("get_trend", Map.of("offset", 1))).isError());
      report.put("resources", client.listResources().resources().size());
      report.put("reviews", reviews.size());
      var prompt = client.getPrompt(new GetPromptRequest("monthly_report", Map.of()));
      report.put("prompt", prompt.messages().stream().map((message) -> message.content().type()).distinct().toList());
      System.out.println(mapper.writeValueAsString(report));
    }
    System.exit(0);
  }
}
