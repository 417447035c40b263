import EngineHTTP
import Testing

@Suite("Methods")
struct MethodTests {
    @Test("what is a token can be sent", arguments: ["GET", "get", "M-SEARCH", "a!#$%&'*+-.^_`|~9"])
    func tokens(name: String) {
        #expect(HTTPMethod(rawValue: name).isToken)
    }

    @Test(
        "what is none cannot",
        arguments: [
            "", " ", "GE T", "GET\r\n", "G/T", "G(T)", "G\"", "G:T", "G@T", "G[", "G{", "Gé", "G\u{0}",
            "G\u{7F}",
            "G,T", "G;", "G<", "G=", "G?",
        ])
    func others(name: String) {
        #expect(!HTTPMethod(rawValue: name).isToken)
    }

    @Test("case is significant")
    func sensitivity() {
        #expect(HTTPMethod("get") != .get)
        #expect(!HTTPMethod("get").isIdempotent)
        #expect("\(HTTPMethod("Brew"))" == "Brew")
    }
}
