import EngineJSON

/// The files that references of a document can lead to: those of the same import.
///
/// References are made to stand by themselves when a file is read: `#/a` in `b.yml` is `b.yml#/a` from then on. In the
/// document itself they stay as they are.
struct OpenAPIFiles {
    /// The path of the document itself.
    private let home: String
    private var unread: [String: ImportFile] = [:]
    private var read: [String: JSONValue] = [:]

    init(_ files: [ImportFile] = [], home: String = "") {
        self.home = home
        guard files.count > 1 else { return }
        for file in files { unread[file.path] = file }
    }

    var isEmpty: Bool { unread.isEmpty && read.isEmpty }

    /// Returns the content of a file; nil when it is not part of the import or not to be read.
    mutating func content(of path: String) -> JSONValue? {
        if let value = read[path] { return value }
        guard let file = unread.removeValue(forKey: path), let value = try? file.jsonOrYAML() else {
            return nil
        }
        let anchored = anchored(value, in: path)
        read[path] = anchored
        return anchored
    }

    /// Returns a value of a file with references that stand by themselves.
    func anchored(_ value: JSONValue, in path: String) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { anchored($0, in: path) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        guard member.name == "$ref", let reference = member.value.string else {
                            return .init(name: member.name, value: anchored(member.value, in: path))
                        }
                        return .init(name: member.name, value: .string(anchored(reference, in: path)))
                    }))
        default: return value
        }
    }

    private func anchored(_ reference: String, in path: String) -> String {
        let mark = reference.unicodeScalars.firstIndex(of: "#") ?? reference.endIndex
        let target = reference[..<mark]
        guard !target.contains("://") else { return reference }
        let file = target.isEmpty ? path : Self.joined(String(target), to: path)
        let fragment = mark == reference.endIndex ? "#" : reference[mark...]
        return file == home ? String(fragment) : file + fragment
    }

    /// Returns a relative path as seen from the folder of a file.
    private static func joined(_ path: String, to file: String) -> String {
        var parts = file.split(at: "/").dropLast().map(String.init)
        for part in path.split(at: "/") where part != "." {
            if part == "..", !parts.isEmpty, parts.last != ".." {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
