import EngineJSON
import Foundation
import InspectorTestSupport
import RequestFormats
import Testing

/// Runs the program in a separate folder.
private struct ProgramFolder {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// Runs the program until it ends.
    func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
        try run(arguments, input: input)
    }

    func run(_ arguments: [String], input: String = "") throws -> Program.Outcome {
        try Program.run(
            [BuiltProgram.path()] + arguments, in: scratch.path,
            environment: ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"], input: Array(input.utf8))
    }

    func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/" + name)
        return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
    }
}

private let postman = #"""
    {"info":{"name":"Shop"},"variable":[{"key":"host","value":"https://a.test"}],
     "item":[{"name":"Log in","request":{"method":"POST","url":"{{host}}/login",
        "header":[{"key":"Authorization","value":"Bearer T0P"}],
        "body":{"mode":"raw","raw":"{}","options":{"raw":{"language":"json"}}}},"response":[{}]},
      {"name":"Cart","item":[{"name":"Get","request":"{{host}}/cart"}]}]}
    """#

@Suite("inspector import", .ownThread)
struct CommandImportTests {
    @Test("writes files, names them on the standard output, and says what is lost")
    func postmanFolder() throws {
        let program = try ProgramFolder()
        try program.scratch.write(postman, to: "c.json")
        let outcome = try program.run("import", "postman", "c.json", "-o", "out/shop")
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                out/shop/shop.http
                out/shop/cart.http
                out/shop/http-client.env.json
                out/shop/http-client.private.env.json

                """)
        #expect(outcome.messages.contains("inspector: Log in: Left out: 1 saved response.\n"))
        #expect(outcome.messages.contains("keep it out of the repository"))
        #expect(
            try program.scratch.read("out/shop/shop.http").contains("Authorization: Bearer {{token}}")
        )
        #expect(try program.scratch.read("out/shop/http-client.private.env.json").contains("T0P"))
        #expect(try program.mode(of: "out/shop/http-client.private.env.json") == 0o600)
        #expect(try program.mode(of: "out/shop/shop.http") & 0o444 != 0o400)
        #expect(
            try program.run("export", "curl", "out/shop/cart.http").output.contains("https://a.test/cart"))
    }

    @Test("never writes over a file that is there")
    func twice() throws {
        let program = try ProgramFolder()
        let first = try program.run("import", "curl", "-", input: "curl https://a/1")
        let second = try program.run("import", "curl", "-", input: "curl https://a/2")
        #expect(first.output == "curl.http\n")
        #expect(second.output == "curl-2.http\n")
        #expect(second.messages == "inspector: curl.http is there already; this one is curl-2.http\n")
        #expect(try program.scratch.read("curl.http").contains("https://a/1"))
        #expect(try program.scratch.read("curl-2.http").contains("https://a/2"))
    }

    @Test("writes nothing through a link that leads out of the folder")
    func links() throws {
        let program = try ProgramFolder()
        let nested = postman.replacing(
            "[{\"name\":\"Get\"", with: "[{\"name\":\"In\",\"item\":[{\"name\":\"Get\""
        )
        .replacing("}]}]}", with: "}]}]}]}")
        try program.scratch.write(nested, to: "c.json")
        try FileManager.default.createDirectory(
            atPath: program.scratch.path + "/out", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: program.scratch.path + "/elsewhere", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: program.scratch.path + "/out/cart", withDestinationPath: "../elsewhere")
        let outcome = try program.run("import", "postman", "c.json", "-o", "out")
        #expect(outcome.status == 2)
        #expect(outcome.messages.contains("lies outside of out"))
        #expect(!FileManager.default.fileExists(atPath: program.scratch.path + "/out/shop.http"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: program.scratch.path + "/elsewhere").isEmpty)
    }

    @Test("reads a folder, and says where a file goes wrong")
    func folder() throws {
        let program = try ProgramFolder()
        try program.scratch.write(postman, to: "in/a.json")
        try program.scratch.write(
            #"{"name":"dev","values":[{"key":"host","value":"https://dev"}]}"#, to: "in/dev.json")
        try program.scratch.write("nothing", to: "in/readme.md")
        let outcome = try program.run("import", "postman", "in")
        #expect(outcome.output.hasPrefix("shop/shop.http\n"))
        #expect(
            try program.run("export", "curl", "shop/cart.http", "-e", "dev").output.contains(
                "https://dev/cart"))
        try program.scratch.write("{\n  oops", to: "in/b.json")
        let failed = try program.run("import", "postman", "in", "-o", "other")
        #expect(failed.status == 2)
        #expect(failed.messages.hasPrefix("inspector: b.json:2:3: It is not JSON."))
        #expect(!FileManager.default.fileExists(atPath: program.scratch.path + "/other"))
    }

    @Test(
        "refuses what cannot be meant",
        arguments: [
            (["import"], "import needs a FORMAT: curl, postman, har"),
            (["import", "soap", "x"], "unknown format 'soap'; use one of: curl, postman, har"),
            (["import", "har"], "import takes one INPUT"),
            (["import", "har", "a", "b"], "import takes one INPUT"),
            (["import", "har", "none.har"], "none.har: No such file"),
            (["import", "curl", "/dev/zero"], "/dev/zero: is not a regular file"),
            (["export", "curl"], "export needs at least one PATH"),
            (["export", "soap", "x"], "unknown format 'soap'"),
            (["export", "http", "none.http"], "none.http: No such file"),
        ])
    func refusals(arguments: [String], message: String) throws {
        let program = try ProgramFolder()
        let outcome = try program.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.messages.hasPrefix("inspector: \(message)"), "\(outcome.messages)")
    }
}

@Suite("inspector export", .ownThread)
struct CommandExportTests {
    @Test("keeps what is switched off where the format can, and names it where it cannot")
    func switchedOff() throws {
        let program = try ProgramFolder()
        try program.scratch.write("### A\nGET http://a/\n# ?off=1\n# X-Off: 2\n", to: "a.http")
        for format in ["curl", "har"] {
            let outcome = try program.run("export", format, "a.http")
            #expect(outcome.status == 0)
            #expect(
                outcome.messages == """
                    inspector: A: The parameter “off” is switched off and left out.
                    inspector: A: The header “X-Off” is switched off and left out.

                    """)
        }
        let text = try program.run("export", "http", "a.http").output
        #expect(text.contains("GET http://a/\n# ?off=1\n# X-Off: 2\n"), "\(text)")
    }

    private func program() throws -> ProgramFolder {
        let program = try ProgramFolder()
        try program.scratch.write(
            """
            @host = https://a.test
            ### Log in
            # @name login
            POST {{host}}/login?api_key=K3Y
            Authorization: Bearer T0P
            Content-Type: application/json

            {"a": "it's"}

            ### Other
            GET {{host}}/other
            """, to: "a.http")
        return program
    }

    @Test("curl: a line for each request, filled in, without its secrets unless they are asked for")
    func curl() throws {
        let program = try program()
        let outcome = try program.run("export", "curl", "a.http", "--var", "host=http://b")
        #expect(outcome.status == 0)
        #expect(
            outcome.output
                == #"""
                # login
                curl --request POST --url 'http://b/login?api_key=<redacted:2>' --header 'Authorization: Bearer <redacted:1>' --header 'Content-Type: application/json' --data-raw '{"a": "it'\''s"}' --location

                # Other
                curl --url http://b/other --location

                """#.replacing("--request POST ", with: ""))
        #expect(outcome.messages == "inspector: 2 secrets are left out; --with-secrets writes them\n")
        let open = try program.run("export", "curl", "a.http#login", "--with-secrets")
        #expect(open.output.contains("Bearer T0P") && open.output.contains("api_key=K3Y"))
        #expect(!open.output.contains("other"))
        #expect(open.messages.isEmpty)
    }

    @Test("curl: a login becomes flags, without its secrets unless they are asked for")
    func curlLogins() throws {
        let program = try ProgramFolder()
        try program.scratch.write(
            """
            GET https://b.s3.eu-west-1.amazonaws.com/
            Authorization: AWS AKID S3CR3T token:T0K3N

            ###
            GET http://intranet.test/
            Authorization: NTLM WORK\\ann:P4SSWORD

            ###
            GET http://intranet.test/
            Authorization: Negotiate
            """, to: "a.http")
        let hidden = try program.run("export", "curl", "a.http").output
        #expect(
            hidden.contains("--aws-sigv4 aws:amz:eu-west-1:s3") && hidden.contains("--user 'AKID:<redacted:"))
        #expect(
            hidden.contains("--ntlm --user 'WORK\\ann:<redacted:") && hidden.contains("--negotiate --user :"))
        #expect(!hidden.contains("S3CR3T") && !hidden.contains("T0K3N") && !hidden.contains("P4SSWORD"))
        let open = try program.run("export", "curl", "a.http", "--with-secrets").output
        #expect(open.contains("AKID:S3CR3T") && open.contains("X-Amz-Security-Token: T0K3N"))
        #expect(open.contains("WORK\\ann:P4SSWORD"))
        for format in ["har", "http", "postman"] {
            let text = try program.run("export", format, "a.http").output
            #expect(
                !text.contains("S3CR3T") && !text.contains("T0K3N") && !text.contains("P4SSWORD"), "\(format)"
            )
        }
    }

    @Test("har: an entry for each request, with the status 0")
    func har() throws {
        let outcome = try program().run("export", "har", "a.http")
        let entries = try JSONValue(parsing: outcome.output)["log"]?["entries"]?.array ?? []
        #expect(entries.map { $0["request"]?["method"]?.string } == ["POST", "GET"])
        #expect(entries.allSatisfy { $0["response"]?["status"] == 0 })
        #expect(!outcome.output.contains("T0P"))
    }

    @Test("postman and http: as saved, with references, without secrets")
    func saved() throws {
        let program = try program()
        let postman = try program.run("export", "postman", "a.http")
        #expect(postman.output.contains("{{host}}/login?api_key={{api_key}}"))
        #expect(!postman.output.contains("T0P") && !postman.output.contains("K3Y"))
        #expect(postman.messages == "inspector: 2 secrets are left out; --with-secrets writes them\n")
        let collection = try ImportFormat.postman.collection(
            from: [ImportFile(path: "x", bytes: Array(postman.output.utf8))])
        #expect(collection.items.count == 2)
        let http = try program.run("export", "http", "a.http#login")
        #expect(http.output.contains("@host = https://a.test\n") && http.output.contains("# @name login\n"))
        #expect(!http.output.contains("T0P") && !http.output.contains("Other"))
        let open = try program.run("export", "http", "a.http", "--with-secrets")
        #expect(open.output.contains("Authorization: Bearer T0P"))
    }

    @Test(
        "An export leaves out the value of a variable that a secret is made of, whatever its name",
        arguments: ["http", "postman"])
    func sources(format: String) throws {
        let program = try ProgramFolder()
        try program.scratch.write(
            "@t = T0P\n@k = {{inner}}\n@inner = K3Y\n@page = 7\n\nGET http://a/{{page}}\nAuthorization: Bearer {{t}}\nX-Api-Key: {{k}}\n",
            to: "a.http")
        let outcome = try program.run("export", format, "a.http")
        #expect(outcome.output.contains("7") && outcome.output.contains("{{t}}"))
        #expect(!outcome.output.contains("T0P") && !outcome.output.contains("K3Y"), "\(outcome.output)")
        #expect(outcome.messages == "inspector: 2 secrets are left out; --with-secrets writes them\n")
    }

    @Test("what only a response brings is never made up: such a request is left out by its name")
    func chained() throws {
        let program = try ProgramFolder()
        try program.scratch.write(
            """
            ### Log in
            # @name login
            # @capture token = body.token
            POST http://a.test/login
            ### Who
            GET http://a.test/{{login.response.body.id}}
            ### Mine
            GET http://a.test/mine/{{token}}
            """, to: "a.http")
        for format in ["curl", "har"] {
            let all = try program.run("export", format, "a.http")
            #expect(all.status == 1)
            #expect(all.output.contains("http://a.test/login"))
            #expect(!all.output.contains("Who") && !all.output.contains("mine"))
            #expect(
                all.messages.hasPrefix(
                    """
                    inspector: a.http:6:1: “Who” is left out: “login.response.body.id” has no value: “login” has not been sent.
                    inspector: a.http:8:1: “Mine” is left out: “token” comes from a response; give it a value with --var.
                    """))
            let alone = try program.run("export", format, "a.http#Who")
            #expect(alone.status == 2)
            #expect(alone.output.isEmpty)
            let given = try program.run("export", format, "a.http#Mine", "--var", "token=t0")
            #expect(given.status == 0)
            #expect(given.output.contains("/mine/t0") && !given.output.contains("login"))
        }
        let kept = try program.run("export", "http", "a.http#Who")
        #expect(kept.output.contains("{{login.response.body.id}}"))
        #expect(
            kept.messages == "inspector: Who: It needs “login”, which is not among the requests written.\n")
    }

    @Test("a file is made for its owner, and one that is there is not written over")
    func file() throws {
        let program = try program()
        #expect(try program.run("export", "http", "a.http", "-o", "b.http").status == 0)
        #expect(try program.mode(of: "b.http") == 0o600)
        let again = try program.run("export", "curl", "a.http", "-o", "b.http")
        #expect(again.status == 2)
        #expect(again.messages.contains("b.http: is there already; it is not overwritten"))
        #expect(try program.run("export", "curl", "a.http#nothing").status == 2)
        #expect(try program.run("export", "postman", "a.http#nothing").status == 2)
    }

    @Test(
        "a bad request is named and left out, the others are exported",
        arguments: ["curl", "har", "http", "postman"])
    func badRequest(format: String) throws {
        let program = try ProgramFolder()
        try program.scratch.write(
            """
            ### Good
            GET http://a.test/good
            ### Bad
            GET http://a.test/bad
            no colon
            ### Late
            GET http://a.test/late
            """, to: "d/a.http")
        try Data([0x47, 0xFF]).write(to: URL(fileURLWithPath: program.scratch.path + "/d/b.http"))
        let outcome = try program.run("export", format, "d")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("/good") && outcome.output.contains("/late"))
        #expect(!outcome.output.contains("/bad"))
        #expect(
            outcome.messages == """
                inspector: d/a.http:5:1: “Bad” is left out: This header line has no colon. \
                (Name: value, or a blank line before a body)
                inspector: d/b.http:1:2: The file is not UTF-8. (UTF-8 text of at most 64 MiB)

                """)
        let alone = try program.run("export", format, "d#Bad")
        #expect(alone.status == 2)
        #expect(alone.output.isEmpty)
        #expect(alone.messages.contains("d/a.http:5:1: This header line has no colon."))
    }

    @Test(
        "HEAD with a body is left out of every export that fills it in, as a run leaves it out",
        arguments: ["curl", "har"])
    func head(format: String) throws {
        let program = try ProgramFolder()
        try program.scratch.write("HEAD http://a.test/x\n\n{}\n###\nGET http://a.test/y\n", to: "a.http")
        let outcome = try program.run("export", format, "a.http")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("/y") && !outcome.output.contains("/x"))
        #expect(outcome.messages.contains("is left out: HEAD cannot be sent with a body."))
    }

    @Test(
        "the variables of environment files further up come with the requests",
        arguments: ["postman", "http"])
    func environmentsAbove(format: String) throws {
        let program = try ProgramFolder()
        try program.scratch.write(
            #"{"$shared":{"base":"http://a.test","who":"s"},"$default":{"who":"d"},"dev":{"base":"http://dev.test"}}"#,
            to: "d/http-client.env.json")
        try program.scratch.write("GET {{base}}/{{who}}\n", to: "d/sub/a.http")
        let folder = try program.run("export", format, "d")
        #expect(folder.output.contains("http://a.test"))
        #expect(!folder.output.contains("dev.test"))
        #expect(try program.run("export", format, "d", "-e", "dev").output.contains("http://dev.test"))
        let file = format == "http" ? "again.http" : "again.json"
        #expect(try program.run("export", format, "d", "-o", file).status == 0)
        if format == "postman" {
            #expect(try program.run("import", "postman", file, "-o", "again").status == 0)
        }
        let path = format == "http" ? file : "again"
        #expect(try program.run("export", "curl", path).output.contains("http://a.test/d"))
        try program.scratch.write(
            #"{"$shared":{"base":"http://b.test"}}"#, to: "d/other/http-client.env.json")
        try program.scratch.write("GET {{base}}/o\n", to: "d/other/b.http")
        let both = try program.run("export", format, "d")
        #expect(
            both.messages.contains("d/sub/a.http: Its environment gives “base” another value than before"))
    }
}
