import ClientEngine
import EngineJSON
import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport

@testable import InspectorCommandLine
@testable import InspectorWorkspace

/// Secrets of every kind, each sent once to a server that echoes everything.
struct SecretCanaries {
    /// One secret.
    struct Canary {
        /// The description in the table.
        var what: String
        var value: String
        /// The request that contains it at `@`, or `nil` if it is sent in another way.
        var request: String?
    }

    let server: SandboxServer
    let scratch: ScratchFolder
    let all: [Canary]

    /// The password of the proxy, which is the server itself.
    static let proxyPassword = "canary99x7f3"
    private static let body = "POST {{host}}/r\nContent-Type: "
    private static let kinds: [(what: String, request: String?)] = [
        ("private environment value in a path", "GET {{host}}/p/{{hidden1}}/x"),
        ("private environment value in a field", "GET {{host}}/r\nX-Team: {{hidden2}}"),
        ("private environment value in a body", "\(body)text/plain\n\nteam {{hidden3}}!"),
        ("`$shared` value of the private file", "GET {{host}}/r?team={{$shared hidden4}}"),
        ("value of `.env`", "GET {{host}}/r?team={{$dotenv TEAM}}"),
        ("variable that is called a password", "GET {{host}}/r?q={{loginPassword}}"),
        ("answer to `@prompt otp`", "# @prompt otp\nGET {{host}}/r?q={{otp}}"),
        ("value of another answer", "GET {{host}}/r?q={{login.response.body.$.plain}}"),
        ("`Authorization: Bearer`", "GET {{host}}/r\nAuthorization: Bearer @"),
        ("password of Basic", "GET {{host}}/r\nAuthorization: Basic ada @"),
        ("Digest response", "GET {{host}}/r\nAuthorization: Digest username=\"ada\", response=\"@\""),
        ("secret key for AWS, never sent", "GET {{host}}/r\nAuthorization: AWS AKID @ service:s3"),
        ("session token for AWS", "GET {{host}}/r\nAuthorization: AWS AKID s token:@ service:s3"),
        ("password for NTLM, never sent", "GET {{host}}/r\nAuthorization: NTLM ada:@"),
        ("`X-Api-Key`", "GET {{host}}/r\nX-Api-Key: @"),
        ("`X-Auth-Token`", "GET {{host}}/r\nX-Auth-Token: @"),
        ("`X-Session-Id`", "GET {{host}}/r\nX-Session-Id: @"),
        ("`Cookie`", "GET {{host}}/r\nCookie: a=b; id=@"),
        ("password of a form", "\(body)application/x-www-form-urlencoded\n\nuser=ada&password=@"),
        ("`client_secret` of a form", "\(body)application/x-www-form-urlencoded\n\nclient_secret=@&a=1"),
        ("password of JSON", "\(body)application/json\n\n{\"user\": \"ada\", \"password\": \"@\"}"),
        (
            "nested `client_secret`",
            "\(body)application/json\n\n{\"a\": [{\"client_secret\": {\"v\": \"@\"}}]}"
        ),
        ("number that is a token", "\(body)application/json\n\n{\"token\": 77@}"),
        (
            "password of a multipart form",
            "\(body)multipart/form-data; boundary=B\n\n--B\nContent-Disposition: form-data; name=\"password\"\n\n@\n--B--"
        ),
        (
            "password among variables of GraphQL",
            "GRAPHQL {{host}}/r\n\nmutation M($p: String!) { login(p: $p) }\n\n{\"password\": \"@\"}"
        ),
        (
            "password in a document of GraphQL",
            "GRAPHQL {{host}}/r\n\nmutation { login(password: \"@\") { id } }"
        ),
        ("password of a URL", "GET http://ada:@@{{server}}/r"),
        ("`access_token=` of a URL", "GET {{host}}/r?access_token=@"),
        ("`api_key=` of a URL", "GET {{host}}/r?api_key=@&a=1"),
        ("OAuth `code=` of a URL", "GET {{host}}/callback?code=@&state=1"),
        ("`X-Amz-Signature` of a URL", "GET {{host}}/r?X-Amz-Signature=@"),
        ("`jsessionid` of a path", "GET {{host}}/r;jsessionid=@"),
        ("`access_token=` of a fragment", "GET {{host}}/r?x=1#access_token=@"),
        ("password of JSON, with escapes", "\(body)application/json\n\n{\"password\": \"ab\\\"@\"}"),
        ("`pin` of JSON", "\(body)application/json\n\n{\"pin\": \"@\"}"),
        ("`Ocp-Apim-Subscription-Key`", "GET {{host}}/r\nOcp-Apim-Subscription-Key: @"),
        ("`Set-Cookie` of an answer", nil), ("`access_token` of an answer", nil),
        ("password of a proxy", nil), ("password for Digest, never sent", nil),
    ]

    init() throws {
        scratch = try ScratchFolder()
        server = try Self.echo()
        all = Self.kinds.enumerated().map { index, kind in
            // A number secret consists of digits.
            let value = kind.what.hasPrefix("number") ? "4\(10 + index)90125" : Self.value(of: kind.what)
            return Canary(what: kind.what, value: value, request: kind.request)
        }
        let values = all.map(\.value)
        let text = all.compactMap { canary in
            canary.request.map {
                $0.replacing("@@", with: canary.value + "\u{1}").replacingPlace(canary.value)
            }
        }.joined(separator: "\n\n###\n")
        try scratch.write(
            "@loginPassword = \(values[5])\n\n### login\n# @name login\nGET {{host}}/login\n\n###\n\(text)\n",
            to: "a.http")
        try scratch.write(
            #"""
            {"dev": {"hidden1": "\#(values[0])", "hidden2": "\#(values[1])", "hidden3": "\#(values[2])"},
             "$shared": {"hidden4": "\#(values[3])"}}
            """#, to: "http-client.private.env.json")
        try scratch.write("TEAM=\(values[4])\n", to: ".env")
    }

    var options: Options {
        var options = Options()
        options.paths = [scratch.path + "/a.http"]
        options.environment = "dev"
        options.variables = [
            .init(name: "host", value: server.url), .init(name: "otp", value: all[6].value),
            .init(name: "server", value: "127.0.0.1:\(server.port)"),
        ]
        return options
    }

    /// Sends everything through a proxy, which is the server itself.
    ///
    /// A further request carries a Digest password.
    func send(_ output: any RunOutput) throws -> SendLoop.Result {
        let proxy = try Proxy("http://me:\(Self.proxyPassword)@127.0.0.1:\(server.port)")
        var loop = SendLoop(
            client: Client {
                $0.connections.proxy = proxy
                $0.totalTimeout = .seconds(30)
            }, mailbox: Mailbox<[SendLoop.Message]>(), output: output)
        loop.keepsRecords = true
        var digest = Request.get(server.url + "/r")
        digest.authentication = .digest(user: "me", password: all[all.count - 1].value)
        let last = RunJob(OutgoingRequest(request: digest, provenance: Provenance(.saved)))
        return loop.run(try RunPlan(options).jobs + [last])
    }

    private static func value(of what: String) -> String {
        let number = what == "password of a proxy" ? 89 : kinds.firstIndex { $0.what == what } ?? 0
        return "canary\(10 + number)x7f3"
    }

    /// Starts a server that echoes everything in several forms and sets secrets itself.
    private static func echo() throws -> SandboxServer {
        try SandboxServer.start(raw: { connection in
            while let request = connection.readRequest() {
                let sent = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                let body = String(decoding: request.body, as: UTF8.self)
                var members: JSONValue = [
                    "head": .string(sent), "body": .string(body), "target": .string(request.target),
                    "decoded": .string(request.headers.compactMap { $0.value.decodedCredentials }.joined()),
                ]
                if request.target.hasSuffix("/login") { members = ["plain": "canary17x7f3"] }
                if case .object(var object) = members {
                    object["access_token"] = .string(value(of: "`access_token` of an answer"))
                    members = .object(object)
                }
                let text = members.serialized()
                let lines = [
                    "Content-Type: application/json",
                    "Set-Cookie: s=\(value(of: "`Set-Cookie` of an answer")); Path=/",
                    "X-Echo: \(sent.replacing("\n", with: " | "))", "Content-Length: \(text.utf8.count)",
                ]
                connection.write(
                    "HTTP/1.1 200 \(request.target)\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n")
                connection.write(text)
            }
        })
    }
}

extension String {
    /// Returns the text with `@` replaced by a value, except at the start of a directive.
    fileprivate func replacingPlace(_ value: String) -> String {
        replacing("# @", with: "\u{2}").replacing("@", with: value).replacing("\u{1}", with: "@")
            .replacing("\u{2}", with: "# @")
    }

    /// The decoded Basic credentials, or `nil`.
    fileprivate var decodedCredentials: String? {
        guard hasPrefix("Basic "), let data = Data(base64Encoded: String(dropFirst(6))) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
