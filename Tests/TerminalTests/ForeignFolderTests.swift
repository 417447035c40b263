import Foundation
import InspectorTestSupport
import Testing

@Suite("Somebody else's folder, in run", .ownThread)
struct ForeignFolderTests {
    @Test(
        "no answer reaches a file that other programs act upon, nor one that somebody else has written",
        arguments: [
            (".git/config", "begins with a dot"), ("sub/.bashrc", "begins with a dot"),
            ("-rf", "begins with a dash"), ("http-client.env.json", "environment file"),
            ("http-client.private.env.json", "environment file"), ("a.http", "request file"),
            ("new.REST", "request file"), ("package.json", "has not written"),
            ("link/config", "begins with a dot"), ("{{where}}", "begins with a dot"),
        ])
    func guarded(path: String, reason: String) throws {
        let folder = try ForeignFolder([
            "a.http": "@where = .envrc\n\n### Harmless\nGET HOST/hello\n\n>>! \(path)\n",
            "package.json": "{}", ".git/HEAD": "ref: refs/heads/main\n",
        ])
        try folder.link("link", to: ".git")
        let before = folder.read(path)
        let outcome = try folder.run("a.http", "--allow", "write,env")
        #expect(outcome.status == 2)
        #expect(outcome.messages.contains(reason) && outcome.messages.contains("--allow any-file"))
        #expect(folder.targets.isEmpty)
        #expect(folder.read(path) == before)
        #expect(try folder.run("a.http", "--trust").status == 2)
        #expect(folder.read(path) == before)
    }

    @Test("a flag lets an answer go anywhere in the folder, and nowhere else")
    func anyFile() throws {
        let folder = try ForeignFolder([
            "a.http": "GET HOST/echo?content=new\n\n>>! .git/config\n>>! package.json\n>>! ../out.txt\n",
            "package.json": "{}",
        ])
        #expect(try folder.run("a.http", "--allow", "any-file").status == 1)
        #expect(folder.read(".git/config") == "new" && folder.read("package.json") == "new")
        #expect(folder.read("../out.txt") == nil)
    }

    @Test("a path that only the answer brings is judged when it is there")
    func late() throws {
        let folder = try ForeignFolder([
            "a.http": """
            # @capture p = body.p
            POST HOST/upload
            Content-Type: application/json

            {"p": ".git/config"}

            ###
            GET HOST/hello

            >>! {{p}}

            """
        ])
        let outcome = try folder.run("a.http", "--allow", "write")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("not written") && outcome.output.contains("begins with a dot"))
        #expect(folder.targets == ["/upload", "/hello"])
        #expect(folder.read(".git/config") == nil)
    }

    @Test("what this program has written is replaced, until somebody else has changed it")
    func own() throws {
        let folder = try ForeignFolder(["a.http": "GET HOST/echo?content={{c}}\n\n>>! out/a.txt\n"])
        for content in ["1", "2"] {
            #expect(try folder.run("a.http", "--allow", "write", "--var", "c=\(content)").status == 0)
            #expect(folder.read("out/a.txt") == content)
        }
        try folder.write("by hand", to: "out/a.txt")
        let outcome = try folder.run("a.http", "--allow", "write", "--var", "c=3")
        #expect(outcome.status == 2 && outcome.messages.contains("has not written"))
        #expect(folder.read("out/a.txt") == "by hand")
        #expect(try folder.mode(ofState: "written") == 0o700)
    }

    @Test("files are written only where that was allowed; what is allowed is remembered for the folder")
    func writing() throws {
        let folder = try ForeignFolder(["a.http": "GET HOST/hello\n\n>> out/{{n}}.txt\n", "b/a.http": ""])
        let refused = try folder.run("a.http", "--var", "n=1")
        #expect(refused.status == 2 && refused.messages.contains("--allow write"))
        #expect(refused.messages.contains("a.http:3:1: It writes “out/{{n}}.txt”"))
        #expect(try folder.run("a.http", "--var", "n=1", "--trust").status == 0)
        #expect(try folder.run(".", "--var", "n=2").status == 0)
        #expect(folder.read("out/1.txt") != nil && folder.read("out/2.txt") != nil)
        #expect(try folder.mode(ofState: "trust.json") == 0o600 && folder.mode(ofState: "") == 0o700)
        try folder.write("GET HOST/hello\n\n>> out/{{n}}.txt\n", to: "b/a.http")
        #expect(try folder.run("b/a.http", "--var", "n=3").status == 2)
        try folder.write("GET HOST/hello\n\n>> other/{{n}}.txt\n", to: "a.http")
        #expect(try folder.run("a.http", "--var", "n=4").status == 2)
    }

    @Test(
        "the environment is read only where that was allowed, whichever way leads to it",
        arguments: [
            "GET HOST/{{$processEnv AWS_SECRET}}", "GET HOST/hello\nX-A: {{$env.AWS_SECRET}}",
            "@a = {{$processEnv AWS_SECRET}}\nGET HOST/{{a}}",
            "@n = AWS_SECRET\nGET HOST/{{$processEnv %n}}", "GET HOST/{{ofEnvironment}}",
            "POST HOST/upload\n\n<@ body.txt",
        ])
    func environment(request: String) throws {
        let folder = try ForeignFolder([
            "a.http": request + "\n\n### Asks for nothing\nGET HOST/json\n",
            "body.txt": "{{$processEnv AWS_SECRET}}",
            "http-client.env.json": #"{"$shared": {"ofEnvironment": "{{$processEnv AWS_SECRET}}"}}"#,
        ])
        let variables = ["AWS_SECRET": "s3cret"]
        let refused = try folder.run("a.http", environment: variables)
        #expect(refused.status == 1)
        #expect(
            refused.messages.contains("“AWS_SECRET”") && refused.messages.contains("--allow env:AWS_SECRET"))
        #expect(folder.targets == ["/json"])
        for flag in ["env:OTHER", "write"] {
            #expect(try folder.run("a.http", "--allow", flag, environment: variables).status == 1)
        }
        #expect(folder.targets == ["/json", "/json", "/json"])
        _ = try folder.run("a.http#1", "--allow", "env:AWS_SECRET", environment: variables)
        #expect(folder.targets.count == 4)
        let sent = folder.server.requests[3]
        #expect(
            "\(sent.target) \(sent.header("X-A") ?? "") \(String(decoding: sent.body, as: UTF8.self))"
                .contains("s3cret"))
        _ = try folder.run("a.http#1", "--trust", environment: variables)
        _ = try folder.run("a.http#1", environment: variables)
        #expect(folder.targets.count == 6)
    }

    @Test("words that --allow does not know are said")
    func unknownAllowance() throws {
        let folder = try ForeignFolder(["a.http": "GET HOST/hello\n"])
        let outcome = try folder.run("a.http", "--allow", "env,all")
        #expect(outcome.status == 2 && outcome.messages.contains("not 'all'"))
    }

    @Test(
        "variables are not read through links that lead out of the folder",
        arguments: [
            (".env", "GET HOST/{{$dotenv key}}"), ("http-client.env.json", "GET HOST/{{key}}"),
            ("http-client.private.env.json", "GET HOST/{{key}}"),
        ])
    func linkedVariables(name: String, request: String) throws {
        let folder = try ForeignFolder(["a.http": request + "\n", "../outside": "key=s3cret\n"])
        try folder.link(name, to: "../outside")
        let outcome = try folder.run(".")
        #expect(outcome.status == 2)
        #expect(outcome.messages.contains("\(name): is a link and is not read: its target lies outside of "))
        #expect(folder.targets.isEmpty)
        for content in ["key=inside", #"{"$shared": {"key": "inside"}}"#] {
            try FileManager.default.removeItem(atPath: folder.path + "/" + name)
            try folder.write(content, to: "elsewhere")
            try folder.link(name, to: "elsewhere")
            _ = try folder.run(".")
        }
        #expect(folder.targets == ["/inside"])
    }
}
