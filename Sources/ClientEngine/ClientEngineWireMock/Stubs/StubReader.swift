import EngineHTTP
import EngineJSON
import EngineMocks

/// Parses one stub mapping.
package struct StubReader {
    /// Returns the location of the file that a stub names, or throws the reason why it must not be used.
    package typealias BodyFile = @Sendable (String) throws(StubError) -> String

    /// Indicates whether every response is a template, even if it does not say so.
    let fillsInAll: Bool
    let bodyFile: BodyFile

    /// Creates a reader.
    ///
    /// It keeps `bodyFile` for file names that are templates, and calls it on any thread.
    package init(fillsInAll: Bool, bodyFile: @escaping BodyFile) {
        self.fillsInAll = fillsInAll
        self.bodyFile = bodyFile
    }

    private static let known: Set<String> = [
        "id", "uuid", "name", "priority", "request", "response", "scenarioName", "requiredScenarioState",
        "newScenarioState", "metadata",
    ]
    /// The members without a meaning here, which are kept for writing the stub.
    static let kept = ["persistent", "postServeActions", "serveEventListeners"]
    /// The members that are ignored and not written, because WireMock's schema does not contain them.
    private static let ignored: Set<String> = ["$schema", "insertionIndex"]
    private static let priority = StubFormat.int(Int(Int32.min)...Int(Int32.max), "a whole number of 32 bits")

    /// Returns the names of transformers in a stub that have no effect here.
    static func unknownTransformers(of stub: JSONValue) -> [String] {
        guard let response = stub["response"]?.object else { return [] }
        return transformers(of: response).filter { $0 != StubResponseReader.templates }
    }

    private static func transformers(of response: JSONObject) -> [String] {
        response["transformers"]?.array?.compactMap(\.string) ?? []
    }

    /// Returns the mock of a stub.
    ///
    /// The caller determines its identifier from all stubs of the file.
    package func mock(_ stub: JSONValue, id: Mock.ID) throws(StubError) -> Mock {
        guard let object = stub.object else { throw StubError(message: "it is no object.") }
        try object.refuseOthers(than: Self.known.union(Self.kept).union(Self.ignored))
        let request = try section("request", of: object)
        let response = try section("response", of: object)
        let extras = try StubExtras(stub["metadata"]?["inspector"])
        let name = stub["name"]?.string
        let reader = StubResponseReader(response, fillsInAll: fillsInAll, bodyFile: bodyFile)
        let answer = try reader.answer(fault: extras.fault)
        let match = try Mock.Match(stub: request)
        var mock = Mock(
            id: id, name: name ?? match.label ?? id, match: match, answers: [answer], times: extras.times)
        mock.isEnabled = extras.isEnabled
        mock.scenario = try scenario(of: object)
        if let priority = object.stated("priority") {
            mock.priority = try Self.priority.read(priority, "priority")
        }
        mock.notes = try notes(of: object, response)
        // The mock has the location of the file. Its stub keeps the name as written.
        if case .file(let path)? = answer.reply?.body, let name = response.stated("bodyFileName"),
            name.string != path
        {
            mock.notes["bodyFileName"] = name
        }
        return mock
    }

    private func section(_ name: String, of stub: JSONObject) throws(StubError) -> JSONObject {
        guard let value = stub.stated(name) else { return JSONObject() }
        guard let object = value.object else { throw .wrong(name, "an object") }
        return object
    }

    private func scenario(of stub: JSONObject) throws(StubError) -> Mock.Scenario? {
        func text(_ key: String) throws(StubError) -> String? {
            try stub.stated(key).map { value throws(StubError) in try StubFormat.text().read(value, key) }
        }
        let (required, next) = (try text("requiredScenarioState"), try text("newScenarioState"))
        guard let name = try text("scenarioName") else {
            guard required != nil || next != nil else { return nil }
            let key = required == nil ? "newScenarioState" : "requiredScenarioState"
            throw StubError(message: "“\(key)” needs a “scenarioName”.", key: key)
        }
        return Mock.Scenario(name, required: required, next: next)
    }

    /// Returns the members of a stub that the mock has no properties for.
    private func notes(of stub: JSONObject, _ response: JSONObject) throws(StubError) -> JSONObject {
        var notes = JSONObject()
        for key in Self.kept { notes[key] = stub.stated(key) }
        var metadata = try section("metadata", of: stub)
        var ours = metadata["inspector"]?.object ?? JSONObject()
        // The mock has properties for these members.
        for key in StubExtras.keys { ours[key] = nil }
        // A schema for stub files has no place for these two members.
        if let index = stub["insertionIndex"]?.number { ours["insertionIndex"] = .number(index) }
        let transformers = Self.transformers(of: response)
        let isTemplate = transformers.contains(StubResponseReader.templates)
        if !isTemplate, let unused = response["transformerParameters"], !unused.isEmptyOrNull {
            notes["transformerParameters"] = unused
        }
        // Keeps a list of transformers that differs from the one that the mock itself would write.
        if transformers.isEmpty ? fillsInAll : transformers != [StubResponseReader.templates] {
            notes["transformers"] = .array(transformers.map(JSONValue.string))
        }
        if ours.isEmpty { metadata["inspector"] = nil } else { metadata["inspector"] = .object(ours) }
        if !metadata.isEmpty { notes["metadata"] = .object(metadata) }
        return notes
    }
}

extension Mock.Match {
    /// The name for a stub without one, or `nil` if it has no address.
    var label: String? {
        switch address {
        case .any: nil
        case .pathAndQuery(let text), .path(let text), .pathPattern(let text), .pathAndQueryPattern(let text),
            .pathTemplate(let text), .url(let text):
            "\(method?.rawValue ?? "ANY") \(text)"
        }
    }
}
