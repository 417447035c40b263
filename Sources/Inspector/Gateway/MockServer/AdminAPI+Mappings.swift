import ClientEngine
import ClientEngineWireMock
import EngineJSON
import FoundationEssentials
import InspectorHTTPServer
import RequestFormats

// `/__admin/mappings`.
extension AdminAPI {
    func mappings(_ request: ReceivedRequest, _ words: [String]) throws(BriefResponse) -> BriefResponse {
        let body = request.body
        switch (request.method, words.first, words.count) {
        case ("GET", nil, _): return list(mocks.all.map(\.mock))
        case ("POST", nil, _): return done(201, StubFile.json(of: try add(body, id: nil)))
        case ("DELETE", nil, _): mocks.removeAll()
        case ("POST", "reset", 1): resetMappings()
        case ("POST", "import", 1): try importMappings(body)
        case ("POST", "edit", 1):
            guard let id = try json(body)["id"]?.string else {
                throw problem(422, "The mapping has no “id”.")
            }
            return try replace(id, by: body)
        case ("POST", "remove", 1): try remove(json(body))
        case ("POST", "find-by-metadata", 1): return list(try selected(by: body))
        case ("POST", "remove-by-metadata", 1):
            for mock in try selected(by: body) { mocks.remove(id: mock.id) }
        case ("POST", "save", 1):
            throw problem(501, "This server never writes mappings to files. Change the files themselves.")
        case ("GET", let id?, 1): return done(200, StubFile.json(of: try mock(id)))
        case ("PUT", let id?, 1): return try replace(id, by: body)
        case ("DELETE", let id?, 1): mocks.remove(id: try mock(id).id)
        default: throw unknown(request)
        }
        return done()
    }

    func resetMappings() {
        mocks.removeAll()
        // The source reported its errors when it was first read.
        for mock in source.mocks() { try? mocks.add(mock) }
    }

    private func list(_ mocks: [Mock]) -> BriefResponse {
        let stubs = mocks.compactMap { StubFile.json(of: $0) }
        return done(200, ["mappings": .array(stubs), "meta": ["total": JSONValue(stubs.count)]])
    }

    private func mock(_ id: String) throws(BriefResponse) -> Mock {
        guard let found = mocks.all.first(where: { $0.mock.id.lowercased() == id.lowercased() }) else {
            throw problem(404, "There is no mapping \(id).")
        }
        return found.mock
    }

    private func selected(by body: [UInt8]) throws(BriefResponse) -> [Mock] {
        let matcher = try metadataMatcher(body)
        return mocks.all.map(\.mock).filter(matcher.selects)
    }

    // MARK: - Changes

    private func add(_ body: [UInt8], id: String?) throws(BriefResponse) -> Mock {
        let read = try read(body)
        guard var mock = read.first, read.count == 1 else {
            throw problem(422, "A request brings one mapping.")
        }
        if let id { mock.id = id }
        try add(mock)
        return mock
    }

    private func add(_ mock: Mock) throws(BriefResponse) {
        do throws(MockError) {
            try mocks.add(mock)
        } catch {
            throw problem(422, error.message)
        }
    }

    private func replace(_ id: String, by body: [UInt8]) throws(BriefResponse) -> BriefResponse {
        _ = try mock(id)
        return done(200, StubFile.json(of: try add(body, id: id)))
    }

    /// Removes the mapping with the identifier of `stub`, or the mappings for the same requests if `stub` has none.
    private func remove(_ stub: JSONValue) throws(BriefResponse) {
        if let id = (stub["id"] ?? stub["uuid"])?.string { return mocks.remove(id: try mock(id).id) }
        guard let match = try read(stub.serializedBytes()).first?.match else { return }
        for status in mocks.all where status.mock.match == match { mocks.remove(id: status.mock.id) }
    }

    /// Adds several mappings.
    ///
    /// As in WireMock, the first one is matched first.
    private func importMappings(_ body: [UInt8]) throws(BriefResponse) {
        let options = try json(body)["importOptions"]
        let keepsOld = options?["duplicatePolicy"]?.string == "IGNORE"
        let read = try read(body)
        let known = Set(mocks.all.map(\.mock.id))
        for mock in read.reversed() where !keepsOld || !known.contains(mock.id) { try add(mock) }
        guard options?["deleteAllNotInImport"]?.bool == true else { return }
        for id in known.subtracting(read.map(\.id)) { mocks.remove(id: id) }
    }

    /// Parses mappings, and assigns identifiers to those without one.
    private func read(_ body: [UInt8]) throws(BriefResponse) -> [Mock] {
        let parsed = StubFile.parse(
            body, path: "request", fillsInAll: source.fillsInAll, bodyFile: source.bodyFile)
        if let refusal = parsed.rejected.first {
            throw problem(422, refusal.message + (refusal.expected.map { " Expected: \($0)." } ?? ""))
        }
        let root = try json(body)
        let stubs = root["mappings"]?.array ?? [root]
        return zip(parsed.mocks, stubs).map { mock, stub in
            var mock = mock
            mock.id = (stub["id"] ?? stub["uuid"])?.string ?? UUID().uuidString.lowercased()
            return mock
        }
    }
}
