import Foundation
import InspectorHTTPServer

/// Percent-coded text of URLs.
enum PercentCoding {
    /// The text itself where its coding is broken or is not UTF-8.
    static func decoded(_ text: some StringProtocol) -> String {
        text.removingPercentEncoding ?? String(text)
    }

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    /// The fields of a query or a form: `a=1&b=two+words`.
    static func fields(of query: String) -> [Field] {
        query.split(separator: "&").map { pair in
            let spaced = pair.replacing("+", with: " ")
            guard let equals = spaced.firstIndex(of: "=") else { return Field(decoded(spaced), "") }
            return Field(decoded(spaced[..<equals]), decoded(spaced[spaced.index(after: equals)...]))
        }
    }
}
