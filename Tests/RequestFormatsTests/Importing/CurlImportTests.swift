import RequestFormats
import Testing

@Suite("Importing curl command lines")
struct CurlImportTests {
    @Test("variables of a shell become variables without a value, which a message names")
    func curlShellVariables() throws {
        let collection = try imported(
            .curl,
            "curl \"http://h/$ID\" -u \"ann:$PASS\" -H \"X-Api-Key: $KEY\" --data-urlencode \"q=${Q}\"\ncurl -u $LOGIN $BASE"
        )
        let requests = collection.flattened.map(\.request)
        #expect(requests[0].url == "http://h/{{ID}}")
        #expect(requests[0].headers.sent("Authorization") == "Basic ann:{{PASS}}")
        #expect(requests[0].headers.sent("X-Api-Key") == "{{KEY}}")
        #expect(requests[0].body == .text("q={{%Q}}"))
        #expect(requests[1].headers.sent("Authorization") == "Basic {{LOGIN}}")
        #expect(
            collection.warningTexts.contains(
                "line 1: $ID, $PASS, $KEY, $Q of the shell become the variables {{ID}}, {{PASS}}, {{KEY}}, {{Q}}: give them values."
            ))
        #expect(!CollectionWriter.write(collection).files.contains { $0.path.contains("private") })
    }

    @Test("each command of a file for the Windows prompt is a request")
    func curlPrompt() throws {
        let text =
            "curl ^\"http://h/a^\" ^\r\n  -H ^\"X: 1^\" &\r\ncurl ^\"http://h/b?c^&d^\"\r\nrem done\r\n"
        let collection = try imported(.curl, text)
        #expect(collection.flattened.map(\.request).map(\.url) == ["http://h/a", "http://h/b?c&d"])
        #expect(collection.warningTexts == ["line 4: “rem” is not a curl command and is left out."])
    }
}
