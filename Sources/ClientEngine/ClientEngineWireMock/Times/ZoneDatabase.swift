import FoundationEssentials

/// The folder with the time zones of the system, from the package tzdata.
struct ZoneDatabase: Sendable {
    let folder: String

    static let system = ZoneDatabase(folder: "/usr/share/zoneinfo")

    /// Indicates whether the machine has time zone data.
    ///
    /// Small container images do not.
    var isInstalled: Bool { bytes(of: "Etc/UTC") != nil }

    /// Reads the zone with a name such as `Europe/Berlin`, or returns `nil` if the database has no such zone.
    ///
    /// Debian 13 has the files of older names (`US/Pacific`) in the package tzdata-legacy. The list of links in tzdata
    /// contains all of them.
    func file(named name: String) -> ZoneFile? {
        guard Self.isName(name), let bytes = bytes(of: name) ?? link(from: name).flatMap(bytes(of:)) else {
            return nil
        }
        return ZoneFile(bytes)
    }

    private func bytes(of name: String) -> Data? {
        try? Data(contentsOf: URL(filePath: folder + "/" + name))
    }

    /// Returns the target of a link, from a line such as `L America/Los_Angeles US/Pacific`.
    private func link(from name: String) -> String? {
        let end = Array((" " + name).utf8)
        let line = bytes(of: "tzdata.zi")?.split(separator: UInt8(ascii: "\n")).first { line in
            line.first == UInt8(ascii: "L") && line.reversed().starts(with: end.reversed())
        }
        let parts = line?.split(separator: UInt8(ascii: " ")) ?? []
        return parts.count == 3 ? String(decoding: parts[1], as: UTF8.self) : nil
    }

    /// Returns whether a name is valid and does not leave the folder.
    private static func isName(_ name: String) -> Bool {
        name.split(at: "/", omittingEmptySubsequences: false).allSatisfy { part in
            part.utf8.first.map { $0 != UInt8(ascii: ".") } ?? false && part.utf8.allSatisfy { $0 > 0x20 }
        }
    }
}
