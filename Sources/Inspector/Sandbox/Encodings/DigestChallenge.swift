import EngineHTTP
import InspectorHTTPServer

/// Digest authentication with MD5, RFC 7616 and, for clients without `qop`, RFC 2069.
struct DigestChallenge {
    let realm: String
    let user: String
    let password: String

    /// The same for ever: this server proves that a client can answer, not that it is fresh.
    private var nonce: String { MD5.hex("nonce of \(realm)") }
    private var opaque: String { MD5.hex("opaque of \(realm)") }

    var header: String {
        "Digest realm=\"\(realm)\", qop=\"auth\", algorithm=MD5, nonce=\"\(nonce)\", opaque=\"\(opaque)\""
    }

    func accepts(_ request: ReceivedRequest) -> Bool {
        guard let header = request.header("Authorization"), header.lowercased().hasPrefix("digest ") else {
            return false
        }
        let answer = Self.parameters(header.dropFirst("digest ".count))
        guard answer["username"] == user, answer["realm"] == realm, answer["nonce"] == nonce,
            answer["uri"] == request.target, answer["opaque"] ?? opaque == opaque,
            answer["response"]?.isEmpty == false
        else { return false }
        let secret = MD5.hex("\(user):\(realm):\(password)")
        let message = MD5.hex("\(request.method):\(request.target)")
        guard let qop = answer["qop"] else {
            return answer["response"] == MD5.hex("\(secret):\(nonce):\(message)")
        }
        guard qop == "auth", let count = answer["nc"], let clientNonce = answer["cnonce"] else {
            return false
        }
        return answer["response"]
            == MD5.hex("\(secret):\(nonce):\(count):\(clientNonce):\(qop):\(message)")
    }

    /// `name=value, name="quoted \" value"`; names in lower case.
    static func parameters(_ text: Substring) -> [String: String] {
        var found: [String: String] = [:]
        var rest = text
        while let equals = rest.firstIndex(of: "=") {
            let name =
                rest[..<equals].split(separator: ",").last.map { String($0.trimmingOptionalSpace) } ?? ""
            rest = rest[rest.index(after: equals)...]
            found[name.lowercased()] = rest.first == "\"" ? takeQuoted(&rest) : takeWord(&rest)
        }
        return found
    }

    private static func takeWord(_ rest: inout Substring) -> String {
        let word = rest.prefix { $0 != "," }
        rest = rest[word.endIndex...]
        return String(word.trimmingOptionalSpace)
    }

    private static func takeQuoted(_ rest: inout Substring) -> String {
        var value = ""
        rest.removeFirst()
        while let character = rest.popFirst(), character != "\"" {
            value.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return value
    }
}
