/// A scheme that a server offers in `WWW-Authenticate` (RFC 9110, section 11.6.1).
struct AuthenticationOffer: Equatable {
    /// The scheme in lower case.
    let scheme: String
    /// The parameters, with their names in lower case.
    private(set) var parameters: [String: String] = [:]

    /// Returns all offers of a response in order.
    ///
    /// Invalid ones are skipped.
    static func all(in headers: Headers) -> [AuthenticationOffer] {
        headers.values(of: "WWW-Authenticate").flatMap { read($0) }
    }

    private static func read(_ text: String) -> [AuthenticationOffer] {
        var offers: [AuthenticationOffer] = []
        for item in text.elements(separatedBy: ",") {
            var rest = item
            let word = rest.prefix(before: " ", "=")
            rest = rest[word.endIndex...].drop { $0 == " " }
            // A word that is not the name of a parameter starts a new scheme.
            if !rest.hasPrefix("=") {
                offers.append(AuthenticationOffer(scheme: word.lowercased()))
            }
            guard !offers.isEmpty, let parameter = parameter(rest.hasPrefix("=") ? item : rest) else {
                continue
            }
            offers[offers.count - 1].parameters[parameter.name] = parameter.value
        }
        return offers
    }

    private static func parameter(_ text: Substring) -> (name: String, value: String)? {
        guard let (head, tail) = text.cut(at: "=") else { return nil }
        let name = head.filter { $0 != " " }.lowercased()
        let value = tail.drop { $0 == " " }
        guard value.first == "\"" else { return (name, String(value.prefix(before: " "))) }
        var plain = ""
        var isEscaped = false
        for character in value.dropFirst() {
            if isEscaped || character != "\\" && character != "\"" {
                plain.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                break
            }
        }
        return (name, plain)
    }
}
