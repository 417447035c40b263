import FoundationEssentials

extension Route {
    static var authentication: [Route] {
        [
            Route("/basic-auth/USER/PASS", "401 until these come with Basic") { call in
                let pair = "\(call.text("USER", default: "")):\(call.text("PASS", default: ""))"
                let wanted = "Basic " + Data(pair.utf8).base64EncodedString()
                return welcome(
                    call, if: call.request.header("Authorization") == wanted,
                    challenge: "Basic realm=\"sandbox\", charset=\"UTF-8\"")
            },
            Route("/digest-auth/USER/PASS", "401 until these come with Digest (MD5)") { call in
                let user = call.text("USER", default: "")
                let digest = DigestChallenge(
                    realm: "sandbox", user: user, password: call.text("PASS", default: ""))
                return welcome(call, if: digest.accepts(call.request), challenge: digest.header)
            },
            Route("/bearer/TOKEN", "401 until this comes with Bearer") { call in
                welcome(
                    call,
                    if: call.request.header("Authorization") == "Bearer " + call.text("TOKEN", default: ""),
                    challenge: "Bearer realm=\"sandbox\"")
            },
        ]
    }

    private static func welcome(_ call: Call, if isRight: Bool, challenge: String) -> Reply {
        guard !isRight else {
            return .json(["authenticated": .bool(true)])
        }
        return .json(["authenticated": .bool(false)], status: 401).adding("WWW-Authenticate", challenge)
    }
}
