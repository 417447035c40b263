import ClientEngine
import EngineJSON
import Foundation
import Testing

@testable import ClientEngineCompatibility

@Suite("Service profiles")
struct ServiceProfileTests {
    static let json = """
        {"BaseURL": "http://h/v1/", "Resources": [
          {"Name": "user", "URITemplate": "/users/{id}{?fields*}"},
          {"Name": "addUser", "URITemplate": "users", "Method": "POST"},
          {"Name": "other", "URITemplate": "http://other/{id}"}]}
        """

    static let propertyList = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>BaseURL</key><string>http://h/v1/</string>
        <key>Resources</key><array>
        <dict><key>Name</key><string>user</string><key>URITemplate</key><string>/users/{id}{?fields*}</string></dict>
        <dict><key>Name</key><string>addUser</string><key>URITemplate</key><string>users</string>
        <key>Method</key><string>POST</string></dict>
        <dict><key>Name</key><string>other</string><key>URITemplate</key><string>http://other/{id}</string></dict>
        </array></dict></plist>
        """

    private let expected = ServiceProfile(
        baseURL: "http://h/v1/",
        unchecked: [
            .init("user", template: "/users/{id}{?fields*}"),
            .init("addUser", template: "users", method: .post),
            .init("other", template: "http://other/{id}"),
        ])

    @Test("are read from JSON, from both kinds of property lists, from values and from files")
    func sources() throws {
        #expect(try ServiceProfile(parsing: Data(Self.json.utf8)) == expected)
        #expect(try ServiceProfile(parsing: Data(Self.propertyList.utf8)) == expected)
        let list = try PropertyListSerialization.propertyList(
            from: Data(Self.propertyList.utf8), format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        #expect(try ServiceProfile(parsing: binary) == expected)
        #expect(try ServiceProfile(JSONValue(parsing: Self.json)) == expected)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        try binary.write(to: file)
        #expect(try ServiceProfile(contentsOfFile: file.path) == expected)
        #expect(expected.problems(at: [0, 1, 2]).isEmpty)
    }

    @Test("A profile of values is equal to the same profile read from JSON, and checked when it is made")
    func values() throws {
        let made = try ServiceProfile(baseURL: expected.baseURL, resources: expected.resources)
        #expect(made == expected)
        let member: JSONValue = ["Name": "user", "URITemplate": "users/{id}"]
        let read = try ServiceProfile(["BaseURL": "http://h/", "Resources": [member]])
        #expect(read.resources == [.init("user", template: "users/{id}")])
        #expect(read != made)
        let failure = #expect(throws: ServiceProfileError.self) {
            try ServiceProfile(
                baseURL: "h", resources: [.init("a", template: "{"), .init("a", template: "x")])
        }
        let places = ["BaseURL", "Resources[0].URITemplate", "Resources[1].Name"]
        #expect(failure?.found.map(\.place) == places)
    }

    static let broken: [(text: String, places: [String])] = [
        ("[]", ["the whole"]), (#"{"BaseURL":"http://h"}"#, ["Resources"]),
        (#"{"Resources":{}}"#, ["Resources"]),
        (#"{"Resources":["x"]}"#, ["Resources[0]"]),
        (#"{"Resources":[{"URITemplate":"x"}]}"#, ["Resources[0].Name"]),
        (#"{"Resources":[{"Name":"x"}]}"#, ["Resources[0].URITemplate"]),
        (#"{"Resources":[{"Name":"x","URITemplate":1}]}"#, ["Resources[0].URITemplate"]),
        (
            #"{"Resources":[{"Name":"x","URITemplate":"a"},{"Name":"x","URITemplate":"b"}]}"#,
            ["Resources[1].Name"]
        ),
        (
            #"{"BaseURL":"h","Resources":[{},{"Name":"","URITemplate":"{x","Method":"A B"},{"Name":"y","URITemplate":"{!}"}]}"#,
            [
                "Resources[0].Name", "Resources[0].URITemplate", "BaseURL", "Resources[1].Name",
                "Resources[1].URITemplate", "Resources[1].Method", "Resources[2].URITemplate",
            ]
        ),
        ("{", ["the text"]), ("<plist", ["the text"]), ("", ["the text"]),
    ]

    @Test("tell everything that is wrong with them, each with its place", arguments: broken.indices)
    func verification(index: Int) {
        let example = Self.broken[index]
        let failure = #expect(throws: ServiceProfileError.self) {
            try ServiceProfile(parsing: Data(example.text.utf8))
        }
        #expect(failure?.found.map(\.place) == example.places)
        #expect(failure?.problems.count == example.places.count)
        #expect(failure?.found.allSatisfy { !$0.message.isEmpty } == true)
    }

    @Test("a file that is not there is named")
    func missing() {
        let failure = #expect(throws: ServiceProfileError.self) {
            try ServiceProfile(contentsOfFile: "/nowhere/api.json")
        }
        #expect(failure?.problems.first?.hasPrefix("/nowhere/api.json: ") == true)
    }

    @Test("make requests: the template expanded, behind the base URL with one slash between them")
    func requests() throws {
        let user = try expected.request(for: "user", ["id": 7, "fields": ["name", "age"]])
        #expect(user.url == "http://h/v1/users/7?fields=name&fields=age")
        #expect(user.method == .get)
        #expect(user.name == "user")
        #expect(try expected.request(for: "addUser").method == .post)
        #expect(try expected.request(for: "other", ["id": 1]).url == "http://other/1")
        var relative = expected
        relative.baseURL = ""
        #expect(try relative.request(for: "addUser").url == "users")
    }

    @Test(
        "a name that is not there tells those that are like it",
        arguments: [("users", "“user”"), ("User", "“user”"), ("adduser", "“addUser”"), ("add", "“addUser”")])
    func unknown(name: String, near: String) {
        let error = #expect(throws: ClientError.self) { try expected.request(for: name) }
        #expect(error?.message == "the service has no resource “\(name)”")
        #expect(error?.hint?.contains(near) == true)
    }

    @Test("a template that cannot be expanded is an error with its place; so is a name like no other")
    func unusable() {
        let profile = ServiceProfile(unchecked: [.init("x", template: "/{a:2}"), .init("y", template: "/{")])
        for (name, values) in [("x", ["a": ["b"]]), ("y", [:])] as [(String, Parameters)] {
            let error = #expect(throws: ClientError.self) { try profile.request(for: name, values) }
            #expect(error?.label == "invalidRequest/queue")
            #expect(error?.message.contains("offset") == true)
        }
        let error = #expect(throws: ClientError.self) { try profile.request(for: "nothing") }
        #expect(error?.hint == nil)
    }
}
