import EngineHTTP
import EngineJSON
import Foundation
import Testing

/// The public test suite of URI templates.
///
/// It cannot be copied here, so the tests run only where its folder exists.
@Suite(.enabled(if: TemplateSuite.folder != nil, "the folder of collected files is not here"))
struct URITemplateSuiteTests {
    @Test("every case of the public suite is expanded to one of its answers, or refused where it says so")
    func conformance() throws {
        let groups = try TemplateSuite.groups()
        #expect(groups.contains { !$0.cases.isEmpty })
        for group in groups {
            for sample in group.cases {
                let result = try? URITemplate(sample.template).expanded(group.variables)
                if sample.answers.isEmpty {
                    #expect(result == nil, "\(group.name): \(sample.template)")
                } else {
                    #expect(sample.answers.contains(result ?? "refused"), "\(group.name): \(sample.template)")
                }
                let lenient = URITemplate.expand(sample.template, leniently: group.variables)
                #expect(lenient.text == result || !lenient.errors.isEmpty, "\(sample.template)")
            }
        }
    }
}

/// The files of the suite: groups of variables and cases.
///
/// The answer `false` means an invalid template.
private enum TemplateSuite {
    struct Case {
        var template: String
        var answers: [String]
    }

    struct Group {
        var name: String
        var variables: Parameters
        var cases: [Case]
    }

    static var folder: URL? {
        let beside = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../shared/corpus").standardizedFileURL
        let named = ProcessInfo.processInfo.environment["INSPECTOR_CORPUS"].map { URL(filePath: $0) }
        return [named, beside].compactMap { $0?.appending(path: "uritemplate") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    static func groups() throws -> [Group] {
        guard let folder else { return [] }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }.sorted()
        return try paths.flatMap { path in
            let file = try JSONValue(parsing: try Data(contentsOf: folder.appending(path: path)))
            return file.object?.members.map { Group($0.name, $0.value) } ?? []
        }
    }
}

extension TemplateSuite.Group {
    fileprivate init(_ name: String, _ value: JSONValue) {
        self.name = name
        variables = Parameters(
            value["variables"]?.object?.members.map { Parameters.Parameter($0.name, $0.value) } ?? [])
        cases = (value["testcases"]?.array ?? []).map { pair in
            let answer = pair[1]
            let answers = answer?.string.map { [$0] } ?? answer?.array?.compactMap(\.string) ?? []
            return TemplateSuite.Case(template: pair[0]?.string ?? "", answers: answers)
        }
    }
}
