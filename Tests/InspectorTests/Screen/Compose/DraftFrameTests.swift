import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("Frames of drafts", .ownThread)
struct DraftFrameTests {
    private static let filled =
        "# @retry 4\n# @retry-when 5xx timeout\nPOST {{base}}/orders?page=2&dry\nAuthorization: Bearer {{token}}\n# ?sort=name\nAccept: application/json\n# X-Debug: on\nContent-Type: application/json\n\n{\n  \"item\": \"{{item}}\",\n  \"count\": 3\n}\n"

    private static let broken =
        "POST http://127.0.0.1:8080/orders\nContent-Type: application/json\n\n{\n  \"item\": 1,\n}\n"

    private static let curl =
        "curl 'https://api.example.com/users?active=1' -X PATCH -H 'Accept: application/json' -u admin:secret --data-urlencode 'name=Ann Lee' -d role=owner --compressed --http2"

    private static let parts =
        "curl https://api.example.com/upload -H 'Authorization: Bearer sesame' -F title='A walk' -F 'photo=@pics/walk.png' -F 'data=@rows.bin;type=text/csv;filename=rows.csv'"

    private static func app(_ name: String, _ size: Size) -> TestApp {
        var app = TestApp(width: size.width, height: size.height)
        app.type("n")
        switch name {
        case "filled":
            app.type("<esc>E")
            app.send(.draft(.edited(filled)))
            app.send(
                .draft(
                    .values([
                        "base": .text("http://127.0.0.1:8080"), "token": .undefined, "item": .text("a lamp"),
                    ])))
        case "json-error":
            app.type("<esc>E")
            app.send(.draft(.edited(broken)))
            app.type("Gkkkkke")
        case "parts":
            app.send(.key(.paste(.init(text: parts))))
            app.type("G<right><right><right><right><right>kkkkkkk<right><right>")
        case "curl": app.send(.key(.paste(.init(text: curl))))
        case "aws":
            app.send(
                .key(
                    .paste(
                        .init(
                            text:
                                "curl --aws-sigv4 aws:amz:eu-west-1:s3 -u AKIDEXAMPLE:s3cr3t https://b.test/")
                    )))
        default: break
        }
        return app
    }

    @Test(
        "A draft has a frame at every size",
        arguments: ["empty", "filled", "json-error", "curl", "parts", "aws"],
        Scene.sizes)
    func frame(name: String, size: Size) throws {
        try expectGolden(Self.app(name, size).frame, "draft-\(name)-\(size.width)x\(size.height)")
    }

    @Test(
        "The questions before saving have frames",
        arguments: [
            ("path", "<esc>W"), ("offer", "x<esc><esc>n"),
            ("secrets", "http://me:pw@h/?token=t&secret=s<esc>W"),
        ])
    func questions(name: String, keys: String) throws {
        var app = Self.app("empty", Size(width: 80, height: 24))
        app.type(keys)
        try expectGolden(app.frame, "draft-\(name)")
    }

    @Test("Any size can be drawn, and the selected field is in sight")
    func anySize() {
        for width in stride(from: 20, through: 150, by: 43) {
            for height in [3, 4, 6, 9, 14] {
                var app = Self.app("filled", Size(width: width, height: height))
                for _ in 0..<12 {
                    app.type("j")
                    let frame = app.frame
                    let selected = (0..<height).contains { frame.text(row: $0).hasPrefix("▸") }
                    #expect(selected || height < 5)
                }
            }
        }
    }
}
