import Foundation
import Testing

@testable import ClientEngine

@Suite("Cookies in files")
struct CookieFileTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private var cookies: [Cookie] {
        [
            Cookie("a", "1=2==", domain: "a.test", path: "/one", created: start) {
                $0.expires = start.addingTimeInterval(86_400)
                $0.isSecure = true
                $0.isHTTPOnly = true
                $0.sameSite = .strict
            },
            Cookie("grüße", "привет", domain: "b.test", created: start) {
                $0.isHostOnly = false
                $0.expires = start.addingTimeInterval(60)
            },
            Cookie("session", "x", domain: "b.test", created: start),
        ]
    }

    @Test("come back from JSON as they were, also when they are no UTF-8")
    func json() throws {
        var raw = Cookie("raw", "", domain: "c.test", created: start) { $0.expires = start }
        raw.rawValue = [0xFF, 0x41, 0x80]
        let all = cookies + [raw]
        #expect(try CookieFile.json.cookies(in: CookieFile.json.text(of: all, includingSession: true)) == all)
        #expect(
            try CookieFile.json.cookies(in: CookieFile.json.text(of: cookies)).map(\.name) == ["a", "grüße"])
        #expect(throws: (any Error).self) { try CookieFile.json.cookies(in: "[{}]") }
    }

    @Test("come back from cookies.txt, but for what it has no place for")
    func netscape() throws {
        let text = CookieFile.netscape.text(of: cookies, includingSession: true)
        #expect(
            text.split(separator: "\n").dropFirst().map(String.init) == [
                "#HttpOnly_a.test\tFALSE\t/one\tTRUE\t1800086400\ta\t1=2==",
                ".b.test\tTRUE\t/\tFALSE\t1800000060\tgrüße\tпривет",
                "b.test\tFALSE\t/\tFALSE\t0\tsession\tx",
            ])
        let back = try CookieFile.netscape.cookies(in: text)
        #expect(back.map(\.pair) == cookies.map(\.pair))
        #expect(back.map(\.expires) == cookies.map(\.expires))
        #expect(back.map(\.isHostOnly) == [true, false, true])
        #expect(back.map(\.isHTTPOnly) == [true, false, false])
    }

    @Test("are read from what curl wrote, without the lines that are none")
    func curl() throws {
        let text = """
            # Netscape HTTP Cookie File
            # https://curl.se/docs/http-cookies.html

            #HttpOnly_.a.test\tTRUE\t/\tTRUE\t1900000000\tid\tx y
            a.test\tFALSE\t/\tFALSE\t0\tempty\t
            a.test\tFALSE\t/\tFALSE\t0\tnothing
            a.test\tFALSE\t/\tFALSE\tsoon\tbroken\t1
            a line of something else
            a.test\tFALSE\t/\tFALSE\t0\tx\u{1}\t1
            """
        let found = try CookieFile.netscape.cookies(in: text.replacing("\n", with: "\r\n"))
        #expect(found.map { "\($0.name)=\($0.value)" } == ["id=x y", "empty=", "nothing="])
        #expect(found.first?.domain == "a.test")
        #expect(found.first?.isHTTPOnly == true)
    }

    @Test("are written in one step, for nobody else to read", arguments: [CookieFile.json, .netscape])
    func file(format: CookieFile) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "cookies").path
        try CookieJar(cookies).save(to: path, as: format, includingSession: true)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cookies"])
        let jar = CookieJar()
        try jar.load(from: path, as: format, at: start)
        #expect(jar.all.map(\.pair) == cookies.map(\.pair))
        #expect(throws: ClientError.self) { try jar.load(from: path + "-missing", as: format) }
        #expect(throws: ClientError.self) { try jar.save(to: folder.path + "/no/file", as: format) }
    }
}
