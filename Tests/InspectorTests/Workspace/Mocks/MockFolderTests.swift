import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorWorkspace

@Suite("Folders of mocks that mean harm", .ownThread, .timeLimit(.minutes(5)))
struct MockFolderTests {
    private let scratch: ScratchFolder
    private let outside: ScratchFolder
    private var folder: String { scratch.path + "/mocks" }

    init() throws {
        scratch = try ScratchFolder()
        outside = try ScratchFolder()
        try scratch.write(#"{"name": "good", "request": {"url": "/good"}}"#, to: "mocks/mappings/good.json")
        try scratch.write("inside", to: "mocks/__files/in.txt")
        try outside.write(#"{"name": "secret"}"#, to: "secret.json")
    }

    private func link(_ name: String, to path: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/" + name, withDestinationPath: path)
    }

    private func stub(withFile name: String) -> String {
        #"{"name": "bad", "response": {"bodyFileName": "\#(name)"}}"#
    }

    /// Returns the mocks besides the good stub, and the problems.
    private func read() -> (mocks: [String], problems: [String]) {
        let read = MockFolder(folder)
        return (read.mocks.map(\.name).filter { $0 != "good" }, read.problems.map(\.description))
    }

    @Test(
        "a file that is no JSON, or says what is not supported, is named with its place; others are read",
        arguments: [
            ("{", ":1:2: "), ("{\n  'a': }", ":2:8: "), ("", ":1:1: "), ("[1]", ":1:"), ("\u{0}", ":1:1: "),
            ("{\n \"odd\": 1}", ":2:"), (String(repeating: "[", count: 1_000_000), ":1:"),
        ])
    func malformed(text: String, place: String) throws {
        try scratch.write(text, to: "mocks/mappings/bad.json")
        let (mocks, problems) = read()
        #expect(mocks == [])
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("\(folder)/mappings/bad.json\(place)") == true, "\(problems)")
        #expect(MockFolder(folder).mocks.map(\.name) == ["good"])
    }

    private static let forwarding =
        #"{"name": "on", "request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://other.test/v1"}}"#

    @Test("a stub that forwards requests is left out until its folder is allowed to")
    func forwarding() throws {
        try scratch.write(Self.forwarding, to: "mocks/mappings/on.json")
        let (mocks, problems) = read()
        #expect(mocks == [])
        #expect(
            problems == [
                "\(folder)/mappings/on.json: “on” is left out: It forwards requests to http://other.test:80, "
                    + "which this folder is not allowed to: --allow forward, or --trust for good."
            ])
        var trust = Trust(memory: TrustMemory(StateFolder(path: outside.path)))
        trust.allowances = [.files, .environment(name: nil)]
        #expect(MockFolder(folder, trust: trust).mocks.count == 1)
        trust.allowances = [.forwarding]
        #expect(MockFolder(folder, trust: trust).mocks.count == 2)
    }

    @Test("what --trust allows is remembered for the folder and the server alone")
    func remembered() throws {
        try scratch.write(Self.forwarding, to: "mocks/mappings/on.json")
        var trust = Trust(memory: TrustMemory(StateFolder(path: outside.path)))
        trust.isTrusting = true
        var files = MockFiles(folder, isGiven: false, trust: trust)
        #expect(files.read(into: MockStore()).problems == [])
        let later = Trust(memory: TrustMemory(StateFolder(path: outside.path)))
        #expect(MockFolder(folder, trust: later).mocks.count == 2)
        let other = Self.forwarding.replacing("other.test", with: "third.test")
        try scratch.write(other, to: "mocks/mappings/on.json")
        #expect(MockFolder(folder, trust: later).mocks.count == 1)
    }

    @Test("A transformer that is not known is a warning with its first place, and no problem")
    func transformers() throws {
        for name in ["a", "b"] {
            let stub = #"{\#n"response": {"transformers": ["spring-cloud-contract"]}}"#
            try scratch.write(stub, to: "mocks/mappings/\(name).json")
        }
        let read = MockFolder(folder)
        #expect(read.problems == [] && read.mocks.count == 3)
        let place = "\(folder)/mappings/a.json:2:1: "
        #expect(
            read.warnings.map(\.description) == [
                place + "The transformer “spring-cloud-contract” is not known and does nothing here."
            ])
        var files = MockFiles(folder, isGiven: false)
        let store = MockStore()
        #expect(files.read(into: store).warnings.count == 1)
        #expect(files.read(into: store).warnings.isEmpty, "it was told already")
    }

    @Test("a link to a stub outside is refused, be it to a file or to a folder")
    func linkedStubs() throws {
        try link("mappings/file.json", to: outside.path + "/secret.json")
        try link("mappings/folder", to: outside.path)
        try link("mappings/folder.json", to: outside.path)
        try link("mappings/loop", to: ".")
        let (mocks, problems) = read()
        #expect(mocks == [])
        #expect(problems.allSatisfy { $0.contains("lies outside of") || $0.contains("regular file") })
        #expect(problems.contains { $0.hasPrefix("file.json: lies outside of") })
    }

    @Test("a folder of stubs that is a link to another place is not read, and that is said")
    func linkedMappings() throws {
        try FileManager.default.removeItem(atPath: folder + "/mappings")
        try link("mappings", to: outside.path)
        let read = MockFolder(folder)
        #expect(read.mocks == [])
        #expect(read.problems.map(\.description) == ["mappings: lies outside of \(folder)"])
    }

    @Test("links that stay inside are followed, and the folder itself may be one")
    func innerLinks() throws {
        try FileManager.default.moveItem(atPath: folder + "/mappings", toPath: folder + "/stubs")
        try link("mappings", to: "stubs")
        try link("__files/also.txt", to: "in.txt")
        try scratch.write(stub(withFile: "also.txt"), to: "mocks/stubs/other.json")
        let name = outside.path + "/mocks"
        try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: folder)
        let read = MockFolder(name)
        #expect(read.problems == [])
        #expect(read.mocks.map(\.name) == ["good", "bad"])
        #expect(read.mocks.last?.answers.first?.reply?.body == .file(path: folder + "/__files/in.txt"))
    }

    @Test(
        "a body file is a regular one within its folder",
        arguments: [
            "../mappings/good.json", "/etc/passwd", "link.txt", "up/secret.json", "fifo", "zero", "", ".",
            "missing", "in.txt\\u0000", "\\u0000", "..",
        ])
    func bodyFiles(name: String) throws {
        try link("__files/link.txt", to: outside.path + "/secret.json")
        try link("__files/up", to: outside.path)
        try link("__files/zero", to: "/dev/zero")
        #expect(mkfifo(folder + "/__files/fifo", 0o600) == 0)
        try scratch.write(stub(withFile: name), to: "mocks/mappings/bad.json")
        let (mocks, problems) = read()
        #expect(mocks == [])
        #expect(problems.count == 1)
        #expect(problems.first?.contains("The stub “bad” is refused: ") == true, "\(problems)")
    }

    @Test("a folder of body files that is a link to another place gives none")
    func linkedFiles() throws {
        try FileManager.default.removeItem(atPath: folder + "/__files")
        try link("__files", to: outside.path)
        try scratch.write(stub(withFile: "secret.json"), to: "mocks/mappings/bad.json")
        #expect(read().mocks == [])
        #expect(read().problems.first?.contains("There is no file “secret.json”.") == true)
    }

    @Test("what is no regular file is refused as a stub, and not waited for")
    func irregularStubs() throws {
        #expect(mkfifo(folder + "/mappings/fifo.json", 0o600) == 0)
        try link("mappings/zero.json", to: "/dev/zero")
        try scratch.write("x", to: "mocks/mappings/folder.json/x")
        let (mocks, problems) = read()
        #expect(mocks == [])
        #expect(
            Set(problems.compactMap { $0.split(separator: ":").first }) == [
                "fifo.json", "folder.json", "zero.json",
            ])
    }

    @Test("a file of 100 MB is refused by its size, and of a folder that large a part is read")
    func large() throws {
        let file = try scratch.write("", to: "mocks/mappings/large.json")
        #expect(truncate(file, 100 << 20) == 0)
        #expect(read().problems == ["large.json: is larger than 64 MiB"])
        try FileManager.default.removeItem(atPath: file)
        for number in 0..<20 {
            // Sparse parts are read as NULs, which are not JSON. Only the number of problems matters.
            let part = try scratch.write("", to: "mocks/mappings/part-\(number + 10).json")
            #expect(truncate(part, 5 << 20) == 0)
        }
        let problems = read().problems
        #expect(problems.filter { $0.contains("is not JSON") }.count == 12)
        #expect(problems.last?.contains("part-22.json:1:") == true)
        #expect(problems.last?.contains("more than 64 MiB") == true)
    }
}
