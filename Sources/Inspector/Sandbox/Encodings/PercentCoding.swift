import EngineHTTP
import InspectorHTTPServer

enum PercentCoding {
    /// Returns the decoded text, or the text itself where its coding is broken or is not UTF-8.
    static func decoded(_ text: some StringProtocol) -> String {
        text.percentDecoded ?? String(text)
    }

    static func encoded(_ text: String) -> String {
        text.percentEncoded { !$0.isASCIIAlphanumeric }
    }

    /// Returns the fields of a query or a form: `a=1&b=two+words`.
    static func fields(of query: String) -> [Field] {
        query.split(separator: "&").map { pair in
            let spaced = pair.replacing("+", with: " ")
            guard let equals = spaced.firstIndex(of: "=") else { return Field(decoded(spaced), "") }
            return Field(decoded(spaced[..<equals]), decoded(spaced[spaced.index(after: equals)...]))
        }
    }
}
