import RequestFormats
import Testing

@Suite struct EnvironmentTests {
    private func file(_ text: String) throws -> EnvironmentFile {
        try EnvironmentFile.parse(Array(text.utf8), path: "http-client.env.json")
    }

    @Test("Values of every type have a name and a text")
    func values() throws {
        let file = try file(
            #"{"dev": {"s": "a", "i": 1, "f": 1.50, "b": true, "n": null, "o": {"p": {"q": 2}}, "l": ["x", {"y": 3}]}, "$shared": {}, "note": 1}"#
        )
        #expect(file.names == ["dev"])
        let dev = try #require(file.environments["dev"])
        #expect(dev["s"] == "a")
        #expect(dev["i"] == "1")
        #expect(dev["f"] == "1.50")
        #expect(dev["b"] == "true")
        #expect(dev["n"] == "")
        #expect(dev["o.p.q"] == "2")
        #expect(dev["o.p"] == #"{"q":2}"#)
        #expect(dev["l[1].y"] == "3")
    }

    @Test(
        "A file that is no object of JSON is one error with its place",
        arguments: ["", "[]", "{\"dev\": {\n oops}}", "1"])
    func errors(text: String) {
        #expect(throws: EnvironmentError.self) { try file(text) }
    }

    @Test(
        "The private file comes before the public one, the environment before $shared, the near folder before the far"
    )
    func precedence() throws {
        let far = Environments.Folder(
            public: try file(#"{"dev": {"far": "1", "near": "far"}, "prod": {}}"#),
            private: try file(#"{"dev": {"near": "far private"}}"#))
        let near = Environments.Folder(
            public: try file(
                #"{"dev": {"near": "near", "both": "public"}, "$shared": {"near": "shared", "all": "x"}}"#),
            private: try file(#"{"dev": {"both": "private"}, "test": {}}"#))
        let environments = Environments([near, far])
        #expect(environments.names == ["dev", "test", "prod"])
        let selected = try environments.select("dev", dynamic: .fixed)
        #expect(selected.values == ["far": "1", "near": "near", "both": "private", "all": "x"])
        #expect(selected.warnings.count == 2)
        #expect(try environments.select(nil, dynamic: .fixed).values == ["near": "shared", "all": "x"])
        #expect(throws: EnvironmentError.self) { try environments.select("dve", dynamic: .fixed) }
    }

    @Test(
        "The .user file of Visual Studio comes before the public file and after the private one, and is private"
    )
    func userFile() throws {
        let folder = Environments.Folder(
            public: try file(#"{"dev": {"a": "public", "b": "public", "c": "public"}}"#),
            user: try file(#"{"dev": {"b": "user", "c": "user"}}"#),
            private: try file(#"{"dev": {"c": "private"}}"#))
        let environments = Environments([folder])
        #expect(
            try environments.select("dev", dynamic: .fixed).values == [
                "a": "public", "b": "user", "c": "private",
            ])
        #expect(environments.variables(of: "dev").map(\.isSecret) == [false, true, true])
    }

    @Test("A value that another program keeps is an error for those who use it, until a file gives one")
    func providers() throws {
        let shared = try file(
            #"{"dev": {"k": {"provider": "AspnetUserSecrets", "secretName": "A"}, "o": {"provider": "me", "id": 1}}}"#
        )
        let selected = try Environments([.init(public: shared)]).select("dev", dynamic: .fixed)
        let scope = VariableScope(environment: selected, dynamic: .fixed)
        let error = try failure("GET http://x/{{k}}", scope: scope)
        #expect(error.kind == .unsupported && error.line == 1)
        #expect(error.message.contains("“k”") && error.message.contains("“AspnetUserSecrets”"))
        #expect(try request("GET http://x/{{o.provider}}{{o.id}}", scope: scope).url == "http://x/me1")
        let own = try file(#"{"dev": {"k": "here"}}"#)
        let given = try Environments([.init(public: shared, private: own)]).select("dev", dynamic: .fixed)
        #expect(given.values["k"] == "here")
    }

    @Test("A client certificate of JetBrains is said not to be applied")
    func certificates() throws {
        let own = try file(#"{"dev": {"SSLConfiguration": {"clientCertificate": "cert.pem"}}, "test": {}}"#)
        let environments = Environments([.init(private: own)])
        let warning = try environments.select("dev", dynamic: .fixed).warnings.first
        #expect(warning?.contains("“SSLConfiguration”") == true && warning?.contains("--cert") == true)
        #expect(try environments.select("test", dynamic: .fixed).warnings.isEmpty)
    }

    @Test("Without a choice it is $default, and $shared has its own values whatever hides them")
    func defaults() throws {
        let file = try file(
            #"{"$shared": {"a": "s", "b": "{{a}}", "c": "s"}, "$default": {"a": "d", "e": "{{$shared a}}"}, "dev": {"a": "v"}}"#
        )
        let environments = Environments([.init(public: file)])
        #expect(environments.names == ["dev"])
        let none = try environments.select(nil, dynamic: .fixed)
        #expect(none.values == ["a": "d", "b": "d", "c": "s", "e": "s"])
        let dev = try environments.select("dev", dynamic: .fixed)
        #expect(dev.values == ["a": "v", "b": "v", "c": "s"])
        #expect(dev.shared == ["a": "s", "b": "s", "c": "s"])
    }

    @Test("Values may refer to each other; what cannot be filled in is an error only for those who use it")
    func references() throws {
        let file = try file(
            #"{"dev": {"host": "a.test", "url": "https://{{host}}/{{ v.n }}", "v": {"n": 1}, "a": "{{b}}", "b": "{{a}}", "home": "{{$processEnv HOME}}", "lost": "{{nowhere}}"}}"#
        )
        let selected = try Environments([.init(public: file)]).select("dev", dynamic: .fixed)
        #expect(selected.values["url"] == "https://a.test/1")
        #expect(selected.values["home"] == "/home/me")
        #expect(selected.problems["a"]?.kind == .cycle(["a", "b", "a"]))
        #expect(selected.problems["lost"]?.kind == .undefined(name: "nowhere"))
        let scope = VariableScope(environment: selected, dynamic: .fixed)
        #expect(try request("GET {{url}}", scope: scope).url == "https://a.test/1")
        #expect(try failure("GET http://x/{{lost}}", scope: scope).line == 1)
    }

    @Test("What is given comes before the values of files, also within them")
    func overrides() throws {
        let file = try file(
            #"{"$shared": {"base": "http://{{host}}:{{port}}", "host": "a.test", "port": "80", "all": "{{base}}/{{only}}"}, "dev": {"host": "d.test", "twice": "{{$shared base}}"}}"#
        )
        let environments = Environments([.init(public: file)])
        let given = ["port": "9", "only": "x"]
        let none = try environments.select(nil, overrides: given, dynamic: .fixed)
        #expect(none.values["base"] == "http://a.test:9")
        #expect(none.values["all"] == "http://a.test:9/x")
        let dev = try environments.select("dev", overrides: given, dynamic: .fixed)
        #expect(dev.values["all"] == "http://d.test:9/x")
        #expect(dev.values["twice"] == "http://a.test:9")
        #expect(dev.shared["port"] == "80")
        #expect(try environments.select("dev", dynamic: .fixed).problems.keys.sorted() == ["all"])
    }

    @Test("Values that double again and again end at 16 MiB")
    func bomb() throws {
        let pairs = (1...60).map { #""v\#($0)": "{{v\#($0 - 1)}}{{v\#($0 - 1)}}""# }.joined(separator: ",")
        let selected = try Environments([.init(public: try file(#"{"dev": {"v0": "lol", \#(pairs)}}"#))])
            .select("dev", dynamic: .fixed)
        #expect(selected.problems["v60"] != nil)
        #expect(selected.values.values.reduce(0) { $0 + $1.utf8.count } <= 16 << 20)
    }
}
