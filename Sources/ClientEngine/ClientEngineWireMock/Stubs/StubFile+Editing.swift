import EngineJSON
import EngineMocks

/// A change to one stub of a file.
///
/// The rest of the file stays unchanged.
public struct StubEdit: Sendable {
    private var root: JSONValue
    private let position: Int

    /// Finds a stub, or returns `nil` if the file has no such stub.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - position: The index of the stub in the file, from 0.
    ///   - id: The identifier of the mock. A stub with another identifier is not found.
    public init?(_ bytes: [UInt8], at position: Int, id: Mock.ID) {
        guard let root = try? LenientJSON.parse(bytes) else { return nil }
        self.root = root
        self.position = position
        guard stubs.indices.contains(position), stub.object != nil else { return nil }
        if let stated = StubFile.statedIdentifier(of: stub), stated != id, !StubWriter.isPlace(id) {
            return nil
        }
    }

    /// The stub.
    public var stub: JSONValue { stubs[position] }

    /// Returns the content of the file with the stub enabled or disabled.
    public func settingEnabled(_ isEnabled: Bool) -> [UInt8] {
        var object = stub.object ?? [:]
        var metadata = object["metadata"]?.object ?? [:]
        var ours = metadata["inspector"]?.object ?? [:]
        ours["enabled"] = .bool(isEnabled)
        metadata["inspector"] = .object(ours)
        object["metadata"] = .object(metadata)
        return replacing(with: .object(object))
    }

    /// Returns the content of the file with the priority of the stub changed.
    public func settingPriority(_ priority: Int) -> [UInt8] {
        var object = stub.object ?? [:]
        object["priority"] = JSONValue(priority)
        return replacing(with: .object(object))
    }

    /// The stub as JSON text.
    public var text: String { String(decoding: stub.fileBytes, as: UTF8.self) }

    /// Returns the content of the file with the stub replaced, or `nil` if the text is not JSON.
    public func replacing(with text: String) -> [UInt8]? {
        guard let value = try? LenientJSON.parse(Array(text.utf8)) else { return nil }
        return replacing(with: value["mappings"]?.array?.first ?? value)
    }

    private func replacing(with stub: JSONValue) -> [UInt8] {
        var changed = stubs
        changed[position] = stub
        return bytes(with: changed)
    }

    /// Returns the content of the file without the stub, or `nil` if no stub would be left.
    public func removing() -> [UInt8]? {
        guard stubs.count > 1 else { return nil }
        var changed = stubs
        changed.remove(at: position)
        return bytes(with: changed)
    }

    /// Returns the content of a file with a stub inserted at a position, or `nil` if the file is not a list of
    /// mappings.
    public static func inserting(_ stub: JSONValue, at position: Int, into bytes: [UInt8]) -> [UInt8]? {
        guard var object = try? LenientJSON.parse(bytes).object,
            var stubs = object["mappings"]?.array
        else { return nil }
        stubs.insert(stub, at: min(position, stubs.count))
        object["mappings"] = .array(stubs)
        return JSONValue.object(object).fileBytes
    }

    private var stubs: [JSONValue] { root["mappings"]?.array ?? [root] }

    private func bytes(with stubs: [JSONValue]) -> [UInt8] {
        guard var object = root.object, object["mappings"]?.array != nil else { return stubs[0].fileBytes }
        object["mappings"] = .array(stubs)
        return JSONValue.object(object).fileBytes
    }
}

extension StubFile {
    /// Returns the positions of the stubs in a file by identifier, from 0.
    ///
    /// Of stubs with the same identifier, the last one counts.
    public static func positions(in bytes: [UInt8], path: String) -> [Mock.ID: Int] {
        guard let root = try? LenientJSON.parse(bytes) else { return [:] }
        let identifiers = identifiers(of: root["mappings"]?.array ?? [root], path: path)
        return Dictionary(zip(identifiers, identifiers.indices), uniquingKeysWith: { $1 })
    }

    /// Returns the identifiers of the mocks in a file: those of the stubs, or their positions.
    ///
    /// A name that an earlier stub of the file also has does not identify a stub.
    static func identifiers(of stubs: [JSONValue], path: String) -> [Mock.ID] {
        var names: Set<String> = []
        return stubs.enumerated().map { index, stub in
            let place = place(of: index, among: stubs.count, path: path)
            guard let stated = statedIdentifier(of: stub) else { return place }
            let isName = stated == stub["name"]?.string
            return !isName || names.insert(stated).inserted ? stated : place
        }
    }

    /// Returns the identifier of a stub without a name, which is its position.
    static func place(of index: Int, among count: Int, path: String) -> String {
        count == 1 ? path : "\(path)#\(index + 1)"
    }

    /// Returns the identifier in a stub, or `nil` if only its position identifies it.
    static func statedIdentifier(of stub: JSONValue) -> String? {
        stub["id"]?.string ?? stub["uuid"]?.string ?? stub["metadata"]?["inspector"]?["id"]?.string
            ?? stub["name"]?.string
    }
}

extension JSONValue {
    /// The value as the formatted content of a file.
    var fileBytes: [UInt8] { Array((prettyPrinted() + "\n").utf8) }
}
