import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngineWireMock
@testable import EngineMocks

@Suite("The time zones of a machine")
struct ZoneDatabaseTests {
    private func scratch(_ body: (ZoneDatabase) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(ZoneDatabase(folder: folder.path))
    }

    private func message(_ zone: String, in database: ZoneDatabase) -> String? {
        do {
            _ = try TemplateTime(["timezone": .string(zone)], zones: database)
            return nil
        } catch { return error.message }
    }

    @Test("A template that names a zone on a machine without zones names the package to install")
    func missing() throws {
        try scratch { database in
            #expect(!database.isInstalled)
            #expect(
                message("Europe/Berlin", in: database)
                    == "The template's timezone “Europe/Berlin” cannot be used: this machine has no time zone "
                    + "data in \(database.folder). Install the package tzdata, or write an offset like 'GMT+2'."
            )
            #expect(message("GMT+2", in: database) == nil)
        }
    }

    @Test("A template that names an unknown zone on a machine with zones says so")
    func unknown() {
        #expect(ZoneDatabase.system.isInstalled)
        #expect(
            message("Nowhere", in: .system)
                == "The template's timezone “Nowhere” is unknown. Write it like 'Europe/Berlin'.")
    }

    @Test(
        "An older name without a file of its own is that of the zone that it is a link to",
        arguments: [
            ("US/Pacific", true), ("EST5EDT", true), ("Pacific", false), ("L", false), ("US/East", false),
            ("Nowhere", false), ("Out", false),
        ])
    func links(name: String, isKnown: Bool) throws {
        try scratch { database in
            let folder = URL(filePath: database.folder)
            let berlin = try Data(contentsOf: URL(filePath: ZoneDatabase.system.folder + "/Europe/Berlin"))
            try berlin.write(to: folder.appending(path: "Zone"))
            let links = [
                "# version", "L Zone US/Pacific", "L Zone EST5EDT", "L Missing Nowhere", "L /etc/passwd Out",
            ]
            try Data((links.joined(separator: "\n") + "\n").utf8)
                .write(to: folder.appending(path: "tzdata.zi"))
            #expect((Zone(name, in: database) != nil) == isKnown)
            #expect(database.file(named: name) == (isKnown ? ZoneFile(berlin) : nil))
        }
    }
}
