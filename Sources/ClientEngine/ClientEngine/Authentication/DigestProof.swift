/// Creates the fields for Digest authentication (RFC 7616) in one task: a pure value.
///
/// The first exchange has no such field, and the server rejects it with a nonce, from which the fields of later
/// exchanges are computed.
struct DigestProof {
    private struct Nonce {
        var algorithm: DigestAlgorithm
        var isSession: Bool
        var offer: [String: String]
        var quality: String?
        var uses = 0
    }

    private let account: DigestAccount
    private var nonce: Nonce?

    init(of account: DigestAccount) {
        self.account = account
    }

    mutating func answer(_ headers: Headers) -> ChallengeVerdict {
        let offers = AuthenticationOffer.all(in: headers)
        guard let next = Self.best(of: offers) else {
            let names = offers.isEmpty ? "nothing" : offers.map(\.scheme).joined(separator: ", ")
            return .fails(
                ClientError(
                    .auth, .receive, "the server offers \(names), and the credentials are for Digest",
                    hint: "use credentials of a kind that the server offers"))
        }
        let isStale = next.offer["stale"]?.lowercased() == "true"
        // The server rejected the fields with a new nonce, and the old one was not stale, so the password is wrong.
        if nonce != nil, !isStale { return .giveUp }
        nonce = next
        return .sendAgain
    }

    /// Returns the fields for an exchange, or `nil` before the first challenge.
    ///
    /// `clientNonce` must be new for each call.
    mutating func headers(for exchangeRequest: ExchangeRequest, clientNonce: String) -> Headers? {
        guard var nonce else { return nil }
        nonce.uses += 1
        self.nonce = nonce
        guard let value = value(nonce, exchangeRequest, clientNonce) else { return nil }
        return ["Authorization": "Digest " + value]
    }

    private static func best(of offers: [AuthenticationOffer]) -> Nonce? {
        let found = offers.compactMap { offer -> Nonce? in
            guard offer.scheme == "digest", offer.parameters["nonce"] != nil, offer.parameters["realm"] != nil
            else { return nil }
            var name = offer.parameters["algorithm"]?.uppercased() ?? DigestAlgorithm.md5.rawValue
            let isSession = name.hasSuffix("-SESS")
            if isSession { name.removeLast(5) }
            guard let algorithm = DigestAlgorithm(rawValue: name) else { return nil }
            let qualities = offer.parameters["qop"]?.lowercased().split { ", ".contains($0) }.map(String.init)
            let quality = qualities.map { $0.contains("auth") ? "auth" : $0.first { $0 == "auth-int" } }
            if qualities != nil, quality == .some(nil) { return nil }
            return Nonce(
                algorithm: algorithm, isSession: isSession, offer: offer.parameters, quality: quality ?? nil)
        }
        return DigestAlgorithm.allCases.lazy.compactMap { best in found.first { $0.algorithm == best } }.first
    }

    private func value(_ nonce: Nonce, _ exchangeRequest: ExchangeRequest, _ clientNonce: String) -> String? {
        func hash(_ text: String) -> String? { nonce.algorithm.hex(Array(text.utf8)) }
        let offer = nonce.offer
        let realm = offer["realm"] ?? ""
        let serverNonce = offer["nonce"] ?? ""
        let uses = nonce.uses.hexadecimal(digits: 8)
        guard var secret = hash("\(account.user):\(realm):\(account.password)"),
            let message = message(nonce, exchangeRequest)
        else { return nil }
        if nonce.isSession { secret = hash("\(secret):\(serverNonce):\(clientNonce)") ?? "" }
        let middle = nonce.quality.map { "\(uses):\(clientNonce):\($0):" } ?? ""
        guard let response = hash("\(secret):\(serverNonce):\(middle)\(message)") else { return nil }

        var parts = userParts(nonce, hash)
        parts += [
            "realm=\(realm.quoted)", "nonce=\(serverNonce.quoted)",
            "uri=\(exchangeRequest.url.target.quoted)",
        ]
        parts += ["response=\"\(response)\"", "algorithm=\(offer["algorithm"] ?? "MD5")"]
        if let quality = nonce.quality {
            parts += ["qop=\(quality)", "nc=\(uses)", "cnonce=\"\(clientNonce)\""]
        } else if nonce.isSession {
            parts.append("cnonce=\"\(clientNonce)\"")
        }
        if let opaque = offer["opaque"] { parts.append("opaque=\(opaque.quoted)") }
        return parts.joined(separator: ", ")
    }

    /// Returns the digest of the request, which for `auth-int` includes the body, or `nil` if the body is not in
    /// memory.
    private func message(_ nonce: Nonce, _ exchangeRequest: ExchangeRequest) -> String? {
        let asked = "\(exchangeRequest.method.rawValue):\(exchangeRequest.url.target)"
        guard nonce.quality == "auth-int" else { return nonce.algorithm.hex(Array(asked.utf8)) }
        guard let bytes = exchangeRequest.body.bytes else { return nil }
        return nonce.algorithm.hex(bytes).flatMap { nonce.algorithm.hex(Array("\(asked):\($0)".utf8)) }
    }

    /// Returns the user name: hashed if the server requires it, escaped if it is not ASCII (RFC 7616, section 3.4).
    private func userParts(_ nonce: Nonce, _ hash: (String) -> String?) -> [String] {
        if nonce.offer["userhash"]?.lowercased() == "true",
            let hashed = hash("\(account.user):\(nonce.offer["realm"] ?? "")")
        {
            return ["username=\"\(hashed)\"", "userhash=true"]
        }
        guard account.user.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return ["username*=UTF-8''\(ParameterEncoding(escaping: .unreserved).escaped(account.user))"]
        }
        return ["username=\(account.user.quoted)"]
    }
}

extension String {
    fileprivate var quoted: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension RequestURL {
    /// The path and the query, as in the request line.
    fileprivate var target: String {
        path + (query.map { "?\($0)" } ?? "")
    }
}

/// The decision about a response that rejected the credentials.
enum ChallengeVerdict: Sendable, Equatable {
    case sendAgain
    case giveUp
    case fails(ClientError)
}
