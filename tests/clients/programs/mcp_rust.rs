//! The client of rmcp; its argument is the URL of /mcp.

use rmcp::model::{CallToolRequestParams, ReadResourceRequestParams, ResourceContents};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::ServiceExt;
use serde_json::{json, Value};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).ok_or("the URL is missing")?;
    let client = ().serve(StreamableHttpClientTransport::from_uri(url)).await?;
    let (mut names, mut answered) = (Vec::new(), Vec::new());
    for tool in client.list_all_tools().await? {
        let schema = Value::Object(tool.input_schema.as_ref().clone());
        let mut arguments = serde_json::Map::new();
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            arguments.insert(name.into(), schema["properties"][name]["examples"][0].clone());
        }
        let answer = client
            .call_tool(CallToolRequestParams::new(tool.name.clone()).with_arguments(arguments))
            .await?;
        if answer.is_error != Some(true) && answer.structured_content.is_some() {
            answered.push(tool.name.clone());
        }
        names.push(tool.name);
    }
    let wrong = json!({ "offset": 1 }).as_object().cloned().unwrap_or_default();
    let refused = client.call_tool(CallToolRequestParams::new("get_trend").with_arguments(wrong)).await?;
    let document = client.read_resource(ReadResourceRequestParams::new("reviews://reviews.json")).await?;
    let ResourceContents::TextResourceContents { text, .. } = &document.contents[0] else {
        return Err("the document is no text".into());
    };
    let reviews: Value = serde_json::from_str(text)?;
    println!(
        "{}",
        json!({
            "tools": names,
            "answered": answered,
            "refused": refused.is_error,
            "reviews": reviews["reviews"].as_array().map(Vec::len),
        })
    );
    client.cancel().await?;
    Ok(())
}
