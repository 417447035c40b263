import ClientEngine
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Saved requests")
struct SavedTests {
    @Test("o finds a request, Enter goes to it, Enter again sends it")
    func find() {
        var app = TestApp()
        app.open(SavedFile.sample)
        app.type("ocreate<enter>")
        #expect(app.state.saved.selectedRequest?.title == "create order")
        #expect(app.effects.isEmpty)
        app.type("<enter>")
        #expect(app.effects == [.saved(.send(.init(file: "/api/shop/orders.http", number: 2, line: 8)))])
        #expect(app.state.focus == .saved)
    }

    @Test("Wide screens keep the tree in a column and the focus in it")
    func wide() {
        var app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        #expect(app.state.focus == .saved)
        app.type("<enter>")
        #expect(app.effects.count == 1)
        #expect(app.state.focus == .saved)
    }

    @Test(
        "Until something is sent the tree is the screen, and it stays while one request after the other is sent"
    )
    func firstMinute() {
        var app = TestApp()
        app.open(SavedFile.sample)
        #expect(app.row(1).hasPrefix("── SAVED") && !app.screen.contains("── TASKS"))
        for keys in ["<enter>", "j<enter>", "j<enter>"] {
            app.type(keys)
            #expect(app.effects.count == 1)
        }
        app.play(.home)
        #expect(app.screen.contains("── SAVED"))
        #expect(app.screen.contains("[1 Timing]"), "the answer stands below the tree")
        app.type("<tab>")
        #expect(app.screen.contains("── TASKS") && !app.screen.contains("── SAVED"))
        app.type("<tab><tab>")
        #expect(app.state.focus == .saved)
        app.type("q")
        #expect(app.state.focus == .tasks)
    }

    @Test("The tree keeps the focus at every size, and the questions of a draft stay")
    func narrower() throws {
        var app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        app.type("z")
        #expect(app.state.focus == .saved)
        app.send(.resized(Size(width: 80, height: 24)))
        #expect(app.state.focus == .saved)
        #expect(app.screen.contains("── SAVED") && !app.screen.contains("── TASKS"))
        app.type("olist<enter>")
        app.send(.resized(Size(width: 70, height: 24)))
        #expect(app.state.focus == .saved)
        app.send(.resized(Size(width: 140, height: 40)))
        var draft = DraftState(try #require(Draft(reading: "GET http://h/\n")))
        draft.origin = DraftOrigin(path: "/a.http", number: 1, bytes: [])
        app.send(.draft(.read(draft)))
        app.type("W")
        app.send(.draft(.saving(.conflict(DraftConflict(theirs: nil)))))
        app.send(.resized(Size(width: 80, height: 24)))
        #expect(app.screen.contains("The request is gone from the file."))
        app.type("a<esc>")
        #expect(app.effects.last == .draft(.save("GET http://h/\n", .behind(path: "/a.http"))))
        #expect(app.state.place == .saved)
    }

    @Test("A mistake in a file stands in the tree with its line")
    func problems() {
        var app = TestApp(width: 140, height: 40)
        app.open([.file(["a.http"], [("GET", "x", "y")], problems: [.init(line: 7, message: "no colon")])])
        #expect(app.screen.contains("line 7: no colon"))
    }

    @Test("What is wrong in the files is told until it is dismissed, and again by Enter on its line")
    func problemNotice() {
        var app = TestApp()
        app.open(SavedFile.sample, dismissing: false)
        #expect(app.row(22).contains("shop/orders.http:12: a header needs a colon"))
        app.type("<esc>olist<enter>k")
        #expect(!app.row(22).contains("orders.http:12"))
        app.type("<enter>")
        #expect(app.row(22).contains("shop/orders.http:12: a header needs a colon"))
    }

    @Test("p goes from one problem in the files to the next, wherever they hide, and begins again")
    func nextProblem() {
        var app = TestApp()
        app.open([
            .file(["a.http"], [("GET", "x", "y")], problems: [.init(line: 7, message: "no colon")]),
            .file(["b.http"], [("GET", "x", "y")]),
            .file(
                ["c", "d.http"], [("GET", "x", "y")],
                problems: [.init(line: nil, message: "gone"), .init(line: 9, message: "no URL")]),
        ])
        app.type("G<enter>")
        var seen: [String] = []
        for _ in 1...4 {
            app.type("p<enter>")
            seen.append(app.state.notices.first?.text ?? app.row(with: "▸") ?? "")
            app.type("<esc>")
        }
        #expect(
            seen == ["a.http:7: no colon", "c/d.http: gone", "c/d.http:9: no URL", "a.http:7: no colon"])
    }

    @Test("Enter folds a folder, and finding a request unfolds it")
    func fold() {
        var app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        app.type("gjj<enter>")
        #expect(!app.screen.contains("list orders"))
        app.type("olist<enter>")
        #expect(app.state.saved.selectedRequest?.title == "list orders")
        #expect(app.screen.contains("list orders"))
    }

    @Test("Folders that hold one thing alone stand in one row with it")
    func joined() {
        let request = ("GET", "a", "http://h/a")
        var app = TestApp(width: 140, height: 40)
        app.open([
            SavedFile.file(["api", "src", "rest", "one.http"], [request]),
            SavedFile.file(["api", "src", "rest", "two.http"], [request]),
            SavedFile.file(["lonely", "deep", "only.http"], [request]),
        ])
        let rows = ["▾ api/src/rest/", "  ▾ one.http", "  ▾ two.http", "▾ lonely/deep/only.http"]
        for row in rows { #expect(app.row(with: row) != nil, "\(app.screen)") }
        app.type("g<enter>")
        #expect(!app.screen.contains("one.http") && app.screen.contains("only.http"))
        app.type("<enter>")
        #expect(app.screen.contains("one.http"))
    }

    @Test("The tree is as wide as its names, as long as the other panes keep most of the screen")
    func width() throws {
        let short = SavedFile.file(["a.http"], [("GET", "a", "http://h/a")])
        let title = String(repeating: "long ", count: 30)
        let long = SavedFile.file(["b.http"], [("GET", title, "http://h/a")])
        for (files, width, expected) in [([short], 140, 24), ([long], 140, 42), ([long], 200, 60)] {
            var app = TestApp(width: width, height: 40)
            app.open(files)
            #expect(Layout(app.state).saved?.width == expected)
        }
    }

    @Test("o begins at the request that is selected, and finds whole words first")
    func order() {
        var app = TestApp()
        app.open([
            SavedFile.file(
                ["a.http"],
                [
                    ("GET", "e s h o p scattered", "http://h/1"), ("GET", "workshops", "http://h/2"),
                    ("GET", "shop", "http://h/3"), ("GET", "shopping", "http://h/4"),
                ])
        ])
        app.type("Go<enter>")
        #expect(app.state.saved.selectedRequest?.title == "shopping")
        app.type("oshop<enter>")
        #expect(app.state.saved.selectedRequest?.title == "shop")
        app.type("oshop<down><enter>")
        #expect(app.state.saved.selectedRequest?.title == "shopping")
    }

    @Test("e makes a draft of a copy, E opens the file")
    func editors() {
        var app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        app.type("eE")
        let reference = SavedEntry.Reference(file: "/api/auth.http", number: 1, line: 3)
        #expect(app.effects == [.draft(.read(reference)), .edit(.file(path: "/api/auth.http", line: 3))])
    }

    @Test("A notice stays until Esc, whatever else happens")
    func notices() {
        var app = TestApp()
        app.send(
            .notice(
                .error("users.http:3: The variable “base” is not defined.", hint: "v chooses an environment.")
            ))
        app.play(.home)
        app.type("jjz")
        #expect(app.screen.contains("is not defined") && app.screen.contains("v chooses"))
        app.type("<esc>")
        #expect(!app.screen.contains("is not defined"))
    }

    @Test("The answer to a key stands before what was wrong already, and that before what is worth knowing")
    func orderOfNotices() {
        var app = TestApp()
        app.send(.notice(.error("old.http:1: The URL is missing.")))
        app.send(.notice(.information("Imported 1 request.")))
        app.send(.waiting("reading api.http"))
        app.send(.notice(.error("api.http:2: The variable “base” is not defined.")))
        app.send(.waiting(nil))
        #expect(app.row(with: "“base” is not defined")?.contains("2 more") == true)
        app.type("<esc>")
        #expect(app.screen.contains("The URL is missing."))
        app.type("<esc>")
        #expect(app.screen.contains("Imported 1 request."))
    }

    @Test("What a disk is waited for stands above all other notices, for as long as it is")
    func waiting() {
        var app = TestApp()
        app.send(.notice(.information("Saved in a.http.")))
        app.send(.waiting("reading api.http"))
        #expect(app.row(with: "Waiting for the disk: reading api.http")?.contains("1 more") == true)
        app.send(.waiting("saving b.http"))
        #expect(app.row(with: "Waiting for the disk: saving b.http")?.contains("1 more") == true)
        app.send(.waiting(nil))
        #expect(!app.screen.contains("Waiting"))
        #expect(app.screen.contains("Saved in a.http."))
    }

    @Test("What was saved late is not taken for another draft, nor for what was typed since")
    func savedLate() {
        var app = TestApp()
        app.open([])
        app.type("nhttp://h/1<enter>W<enter>")
        guard case .draft(.save(let block, _)) = app.takeEffects().last else {
            Issue.record("nothing is saved")
            return
        }
        let saving = DraftSaving.saved(DraftOrigin(path: "/a.http", number: 1, bytes: Array(block.utf8)))
        var other = app
        app.type("jkeX<enter>")
        app.send(.draft(.saving(saving, of: block)))
        #expect(app.state.compose.draft?.origin?.path == "/a.http")
        #expect(app.state.compose.draft?.isChanged == true)
        other.send(.draft(.read(DraftState(Draft(reading: "GET http://h/2\n") ?? Draft()))))
        other.send(.draft(.saving(saving, of: block)))
        #expect(other.state.compose.draft?.origin == nil)
        #expect(other.screen.contains("Saved in /a.http."))
    }

    @Test("v chooses the environment")
    func environment() {
        var app = TestApp()
        app.open(
            SavedFile.sample, environments: EnvironmentChoice(names: ["local", "staging"], selected: "local"))
        app.type("vj<enter>")
        #expect(app.effects == [.saved(.useEnvironment("staging"))])
        #expect(app.row(0).contains("staging"))
    }

    @Test("The selection stays on its request when the file changes around it")
    func selectionStays() {
        var app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        app.type("ocreate<enter>")
        var files = SavedFile.sample
        files[1] = .file(
            ["shop", "orders.http"],
            [
                ("GET", "new", "/new"), ("GET", "list orders", "{{base}}/orders"),
                ("POST", "create order", "{{base}}/orders"),
            ])
        app.send(.saved(.files([files[1]])))
        #expect(app.state.saved.selectedRequest?.title == "create order")
        files.insert(.file(["again.http"], [("GET", "a", "/a")]), at: 0)
        app.send(.saved(.workspace(files, EnvironmentChoice())))
        #expect(app.state.saved.selectedRequest?.title == "create order")
        app.send(.saved(.workspace([files[0]], EnvironmentChoice())))
        #expect(app.state.saved.selectedRow != nil)
    }

    @Test("While files are read the header counts them, and the tree can be used")
    func reading() {
        var app = TestApp(width: 140, height: 40)
        let files = SavedFile.sample
        app.send(
            .saved(
                .workspace(
                    files.map { SavedFile(path: $0.path, components: $0.components, isRead: false) }, .init())
            ))
        #expect(app.row(0).contains("reading 0 of 3"))
        app.send(.saved(.files([files[0], files[1]])))
        #expect(app.row(0).contains("reading 2 of 3"))
        #expect(app.state.saved.selectedRequest?.title == "login")
        #expect(!app.screen.contains("header needs"), "nothing is said before all is read")
        app.type("ocreate<enter><enter>")
        #expect(app.effects == [.saved(.send(.init(file: "/api/shop/orders.http", number: 2, line: 8)))])
        app.send(.saved(.files([files[2]])))
        #expect(!app.row(0).contains("reading"))
        #expect(app.screen.contains("orders.http:12: a header needs a colon"))
    }

    @Test("A problem that was dismissed is told again only when it has changed")
    func dismissedProblem() {
        var app = TestApp()
        app.open(SavedFile.sample)
        app.send(.saved(.files([SavedFile.sample[0]])))
        #expect(app.state.notices.isEmpty)
        var worse = SavedFile.sample[1]
        worse.problems[0].line = 13
        app.send(.saved(.files([worse])))
        #expect(app.state.notices.count == 1)
    }

    @Test("A file that cannot be read any more says so in its row and keeps its requests")
    func failure() {
        var app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        var broken = SavedFile.sample[0]
        broken.problems = [.init(line: nil, message: "is larger than 64 MiB")]
        app.send(.saved(.files([broken])))
        app.type("<esc>")
        #expect(app.screen.contains("auth.http ✗ is larger"))
        #expect(app.screen.contains("login"))
        app.type("gG")
        app.type("g<enter>")
        #expect(app.row(38).contains("auth.http: is larger than 64 MiB"))
    }

    @Test("Files that come in while one is searched for are found")
    func findWhileReading() {
        var app = TestApp()
        let files = SavedFile.sample
        app.send(.saved(.workspace(files, EnvironmentChoice())))
        app.type("<esc>ouser")
        app.type("<down>")
        let selected = app.state.overlayRequest?.title
        app.send(
            .saved(.workspace(files + [.file(["zoo.http"], [("GET", "user of the zoo", "/zoo")])], .init())))
        #expect(app.screen.contains("user of the zoo"))
        #expect(app.state.overlayRequest?.title == selected)
    }

    @Test("What is typed before the requests are read looks for them as they come")
    func findBeforeReading() {
        var app = TestApp()
        app.type("ocreate")
        #expect(app.state.overlayRequest == nil)
        app.open(SavedFile.sample, dismissing: false)
        #expect(app.state.overlayRequest?.title == "create order")
        app.type("<esc><esc>")
        app.open([])
        app.type("o")
        #expect(app.screen.contains("there are no saved requests"))
    }

    @Test("The palette does what the chosen line says")
    func palette() {
        var app = TestApp()
        app.play(.home)
        app.type("G:cancel this<enter>")
        #expect(app.effects == [.task(.cancel(206))])
    }
}

extension State {
    /// The request that the search has selected.
    fileprivate var overlayRequest: SavedEntry? {
        overlays[FinderOverlay.self]?.selected
    }
}
