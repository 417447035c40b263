import ClientEngine
import RequestFormats
import Testing

@Suite("A curl command line")
struct CurlCommandTests {
    @Test(
        "is cut into words as a shell does",
        arguments: [
            (#"curl 'a b' c"#, "http://a b"),
            (#"curl "a$(printf '\033\t%%\n\\\a\n')b""#, "http://a\u{1B}\t%\n\\\u{7}b"),
            (
                #"curl "$(printf '\c')$(printf '-n')$(printf 'a""#,
                #"http://$(printf '\c')$(printf '-n')$(printf 'a"#
            ),
            (#"curl "$(printf '\0')$(printf '%s')""#, #"http://$(printf '\0')$(printf '%s')"#),
            ("curl $'it\\'s ^\n' # ^", "http://it's ^\n"),
            (#"curl "a\"b\$c""#, #"http://a"b$c"#),
            (#"curl $'a\u0021\x41\'b\n'"#, "http://a!A'b\n"),
            (#"curl $'\ud83d\ude00'"#, "http://😀"),
            ("curl \\\n  http://x/\\\ny", "http://x/y"),
            ("curl \\\r\n  http://x/", "http://x/"),
            ("$ /usr/bin/curl http://x/ # as it was", "http://x/"),
            ("curl a'b'\"c\"$'d'", "http://abcd"),
        ])
    func words(line: String, url: String) throws {
        #expect(try CurlCommand(line: line).request.url == url)
    }

    @Test(
        "names the variables of a shell as references, outside of apostrophes",
        arguments: [
            ("curl $BASE/a", "{{BASE}}/a"), ("curl \"http://h/${ID}x?q=$Q_1\"", "http://h/{{ID}}x?q={{Q_1}}"),
            ("curl 'http://h/$ID'", "http://h/$ID"), ("curl http://h/\\$ID", "http://h/$ID"),
            ("curl \"http://h/\\$ID\"", "http://h/$ID"), ("curl http://h/a$", "http://h/a$"),
            ("curl http://h/$1", "http://h/$1"),
        ])
    func shellVariables(line: String, url: String) throws {
        let command = try CurlCommand(line: line)
        #expect(command.request.url == url)
        #expect(command.notes.isEmpty == !url.contains("{{"))
    }

    @Test(
        "says what a shell would replace and this does not",
        arguments: ["$(date +%s)", "`date`", "${A:-b}"])
    func substitutions(text: String) throws {
        let command = try CurlCommand(line: "curl \"http://h/\(text)\"")
        #expect(command.request.url == "http://h/" + text)
        #expect(command.notes.contains("“\(text)” is sent as it is written; a shell would replace it."))
    }

    @Test("is read as Windows does where marks are doubled within a word")
    func doubledMarks() throws {
        let line =
            #"curl "http://h/?a=1&b=50"%"" -H "X-A: ""q""" -H "X-B;" --data-raw "{""a"":1,""b"":""x\\""y""}""#
        let command = try CurlCommand(line: line)
        #expect(command.request.url == "http://h/?a=1&b=50%")
        #expect(command.request.headers["X-A"] == "\"q\"")
        #expect(command.request.bodyText == #"{"a":1,"b":"x\"y"}"#)
        #expect(try CurlCommand(line: #"curl http://h -d "a""b" -H 'X: ""'"#).request.bodyText == "ab")
    }

    @Test(
        "chooses the method that curl would",
        arguments: [
            ("curl x", "GET"), ("curl -I x", "HEAD"), ("curl -d a x", "POST"), ("curl -F a=b x", "POST"),
            ("curl -T f x", "PUT"), ("curl -Gd a x", "GET"), ("curl -sSXPUT x -d a", "PUT"),
            ("curl --request PATCH --json {} x", "PATCH"),
        ] as [(String, HTTPMethod)])
    func method(line: String, method: HTTPMethod) throws {
        #expect(try CurlCommand(line: line).request.method == method)
    }

    @Test("takes a URL that ends like the program's name for a URL")
    func urlNamedCurl() throws {
        #expect(try CurlCommand(parsing: ["http://h/from/curl"]).request.url == "http://h/from/curl")
    }

    @Test("carries headers over, and those that flags stand for")
    func headers() throws {
        let line = "curl -H 'X-A: 1' -H 'X-B;' -A me -e http://r/ -b a=1 -b b=2 -u user:pass http://x/"
        let request = try CurlCommand(line: line).request
        #expect(
            request.headers == [
                "X-A": "1", "X-B": "", "User-Agent": "me", "Referer": "http://r/", "Cookie": "a=1;b=2",
                "Authorization": "Basic dXNlcjpwYXNz",
            ])
    }

    @Test("lets a header of its own win over a flag")
    func headerWins() throws {
        let request = try CurlCommand(line: "curl -H 'user-agent: mine' -A other -d a http://x/").request
        #expect(request.headers.values(of: "User-Agent") == ["mine"])
    }

    @Test(
        "joins its data",
        arguments: [
            ("curl -d a=1 --data-raw @b x", "a=1&@b", "application/x-www-form-urlencoded"),
            ("curl --json '{' --json '}' x", "{}", "application/json"),
            (
                "curl --data-urlencode 'n=a b&' --data-urlencode '=é' x", "n=a+b%26&%C3%A9",
                "application/x-www-form-urlencoded"
            ),
            ("curl -H 'Content-Type: text/plain' -d a x", "a", "text/plain"),
        ])
    func data(line: String, body: String, type: String) throws {
        let request = try CurlCommand(line: line).request
        #expect(request.body == .text(body))
        #expect(request.headers["Content-Type"] == type)
    }

    @Test("makes a file the body and says what differs")
    func file() throws {
        #expect(try CurlCommand(line: "curl --data-binary @f x").request.body == .file(path: "f"))
        #expect(try CurlCommand(line: "curl --data-binary @f x").notes == [])
        #expect(
            try CurlCommand(line: "curl -d @f x").notes == [
                "f is sent with its line breaks, which curl would take out."
            ])
        #expect(try CurlCommand(line: "curl -T dir/f http://x/").request.url == "http://x/f")
    }

    @Test("puts data into the query with -G")
    func query() throws {
        let request = try CurlCommand(line: "curl -G -d a=1 --data-urlencode 'b=x y' 'http://x/?c=0#f'")
            .request
        #expect(request.url == "http://x/?c=0&a=1&b=x+y#f")
        #expect(request.body == .none)
    }

    @Test("reads a form, with its files")
    func form() throws {
        let command = try CurlCommand(
            line: #"curl -F 'a="x;y";type=text/x' -F 'f=@d/p.png;filename=q' http://x/"#)
        #expect(
            command.form?.parts == [
                .init(name: "a", type: "text/x", content: .text("x;y")),
                .init(name: "f", filename: "q", type: "image/png", content: .file(path: "d/p.png")),
            ])
        #expect(command.request.headers["Content-Type"] == command.form?.contentType)
        let text = try CurlCommand(line: "curl -F a=1 http://x/")
        let boundary = try #require(text.form?.boundary)
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
        #expect(text.request.body == .text(body))
    }

    @Test("carries times and retries over")
    func times() throws {
        let request = try CurlCommand(line: "curl -m 2.5 --connect-timeout 1 --retry 3 --retry-delay 2 x")
            .request
        #expect(request.attemptTimeout == .milliseconds(2500))
        #expect(request.timeouts.connect == .seconds(1))
        #expect(request.retry?.maximumRetries == 3)
        #expect(request.retry?.backoff.initial == .seconds(2))
    }

    @Test(
        "insists on the version of HTTP that curl insists on",
        arguments: [
            ("curl -0 x", .http10), ("curl --http1.1 x", .http11),
            ("curl --http2-prior-knowledge x", .http2), ("curl --http3-only x", .http3), ("curl x", nil),
        ] as [(String, HTTPVersion?)])
    func version(line: String, version: HTTPVersion?) throws {
        let command = try CurlCommand(line: line)
        #expect(command.request.version == version && command.notes.isEmpty)
    }

    @Test("follows redirects only when asked")
    func redirects() throws {
        #expect(try CurlCommand(line: "curl x").request.followsRedirects == false)
        #expect(try CurlCommand(line: "curl -L x").request.followsRedirects == true)
        #expect(
            try CurlCommand(line: "curl -ksiL x").switches == [
                .insecure, .silent, .includesHead, .followsRedirects,
            ])
    }

    @Test(
        "names what it does not carry over",
        arguments: [
            ("curl --proxy http://p x", "Not carried over: --proxy http://p."),
            ("curl --proxy http://ann:secret@p x", "Not carried over: --proxy."),
            ("curl -U ann:secret x", "Not carried over: -U."),
            ("curl --pass secret x", "Not carried over: --pass."),
            ("curl --proxy-user ann:secret x", "Not carried over: --proxy-user."),
            ("curl -c jar x", "Not carried over: -c jar."), ("curl --http2 x", "Not carried over: --http2."),
            ("curl x http://y", "Not carried over: the further URL http://y."),
            ("curl x | jq .", "Not carried over: “| jq .”, behind the command."),
            ("curl x --next y", "Not carried over: the requests behind --next."),
            ("curl -b jar x", "Not carried over: -b jar."),
            (
                "curl --anyauth -u a:b http://c:d@x",
                "Not carried over: --anyauth, and the credentials of -u and the URL with it."
            ),
            ("curl --digest x", "Not carried over: --digest, for there is no -u with it."),
            ("curl --ntlm-wb -u a:b x", "Not carried over: --ntlm-wb, and the credentials of -u with it."),
            ("curl -H 'Accept:' x", "Not carried over: -H “Accept:”, which takes a header out."),
        ])
    func notes(line: String, note: String) throws {
        let command = try CurlCommand(line: line)
        #expect(command.notes == [note])
        #expect(command.request.url == "http://x")
        #expect(command.request.headers["Authorization"] == nil)
    }

    @Test(
        "logs in or signs as its flags ask for, and writes no secret into a header",
        arguments: [
            ("curl --digest -u a:b:c x", Credentials.digest(user: "a", password: "b:c")),
            ("curl --ntlm -u 'WORK\\a:b' x", .ntlm(user: "WORK\\a", password: "b")),
            ("curl --basic --ntlm http://a:b%40@x", .ntlm(user: "a", password: "b@")),
            ("curl --negotiate -u : x", .negotiate),
            ("curl --digest --negotiate -u a:b x", .negotiate),
            (
                "curl --aws-sigv4 aws:amz -u KEY:SECRET x",
                .aws(AWSKey(accessKeyID: "KEY", secretAccessKey: "SECRET"))
            ),
            (
                "curl -u KEY:SEC:RET x --aws-sig aws:amz:eu-west-1:es",
                .aws(
                    AWSKey(accessKeyID: "KEY", secretAccessKey: "SEC:RET", region: "eu-west-1", service: "es")
                )
            ),
            (
                "curl --aws-sigv4 aws:amz::s3 http://KEY:SECRET@x",
                .aws(AWSKey(accessKeyID: "KEY", secretAccessKey: "SECRET", service: "s3"))
            ),
        ])
    func logins(line: String, credentials: Credentials) throws {
        let command = try CurlCommand(line: line)
        #expect(command.request.authentication == credentials)
        #expect(command.request.headers["Authorization"] == nil && command.request.url == "http://x")
        #expect(command.notes.isEmpty)
        let written = CurlWriter.text(for: command.request)
        let again = try CurlCommand(line: written.text)
        // Without a region, the client uses a default, which curl needs explicitly.
        #expect(again.request.authentication == credentials || written.text.contains(":us-east-1:s3"))
    }

    @Test(
        "is refused if it would carry the secret of a signature or a login, which the message does not contain",
        arguments: [
            "curl --aws-sigv4 goog:goog:eu-west-1:es -u KEY:SECRET x", "curl -u KEY:SECRET x --aws aws",
            "curl --aws-sigv4 aws:amz -u SECRET x", "curl --aws-sigv4 aws:amz x",
            "curl -H 'Authorization: AWS KEY SECRET' x", "curl -H 'authorization:aws KEY SECRET region:eu' x",
            "curl -H 'Authorization: AWS KEY SECRET what' x", "curl -H 'Authorization: NTLM KEY SECRET' x",
        ])
    func refused(line: String) throws {
        let error = try #require(throws: CurlCommand.SyntaxError.self) { try CurlCommand(line: line) }
        #expect(!error.message.contains("SECRET x") && !error.message.contains("KEY SECRET"))
    }

    @Test(
        "says why there is no request in it",
        arguments: [
            ("wget x", "This is not a curl command."), ("curl -s", "The curl command names no URL."),
            ("curl 'x", "The command line ends inside a quotation that begins with '."),
            ("curl x -H", "Behind -H something is missing."),
            ("curl -d a -F b=c x", "Only one of -d, -F and -T can be sent."),
            ("curl -I -d a x", "-d, -F and -T cannot be sent with -I."),
            ("curl -m soon x", "Behind -m a number is missing, not “soon”."),
        ])
    func failures(line: String, message: String) {
        #expect(throws: CurlCommand.SyntaxError(message: message)) { try CurlCommand(line: line) }
    }
}
