import EngineSupport
import Testing

@Suite struct SimilarNamesTests {
    @Test(
        "A name is similar that is few changes away for its length, or that contains the wrong one",
        arguments: [
            ("rnu", ["ran", "run", "import"], ["run"]),
            ("id", ["at", "orderID", "on"], ["orderID"]),
            ("x", ["max", "y"], ["y"]),
            ("conection-timeot", ["timeout", "connection-timeout"], ["connection-timeout"]),
            ("same", ["same", "SAME"], ["SAME"]),
        ])
    func similar(wrong: String, known: [String], names: [String]) {
        #expect(SimilarNames(to: wrong, among: known).names == names)
    }

    @Test("At most three names are picked, the nearest first")
    func few() {
        let known = ["timeouts1", "timeuot", "timeout4", "timeour", "timeot"]
        let names = SimilarNames(to: "timeout", among: known)
        #expect(names.names == ["timeot", "timeour", "timeout4"])
        #expect(names.sentence == "did you mean “timeot” or “timeour” or “timeout4”?")
        #expect(SimilarNames(to: "z", among: ["timeout"]).sentence == nil)
    }

    @Test("Of very many and of very long names not all are looked at")
    func bounded() {
        let many = (0..<5000).map { "name\($0)" }
        #expect(SimilarNames(to: "nam4999", among: many).names.allSatisfy { $0 != "name4999" })
        let long = String(repeating: "x", count: 65)
        #expect(SimilarNames(to: long, among: [long + "y"]).names.isEmpty)
    }
}
