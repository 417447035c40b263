@testable import InspectorScreen
@testable import InspectorValues

extension Scene {
    /// Scenes of the tree while it is read, with errors, and with questions and notices about files.
    static let savedScenes = [
        Scene("preview", "ologin<enter>") { scene in
            scene.story = Story()
            scene.messages = [.saved(.preview(.previewSample, of: scene.files[0].requests[0].reference))]
        },
        Scene("saved-reading", "oone<enter>") { scene in
            scene.files[0] = SavedFile(path: "/api/auth.http", components: ["auth.http"], isRead: false)
        },
        Scene("saved-failed", "ologin<enter>") { scene in
            scene.files[0].problems = [.init(line: nil, message: "is larger than 64 MiB")]
        },
        Scene("environments-variables", "vj") { scene in
            scene.messages = [.saved(.environments(EnvironmentChoice(environments: .sample)))]
        },
        Scene("import-question", "") { $0.offers = [.sample] },
        Scene("import-losses", "") { scene in
            scene.messages = [
                .saved(.imported(.init(offer: .sample, path: "/api/acme/acme.http", number: 1)))
            ]
        },
        Scene("prompt", "") { $0.messages = [.ask(question)] + typed("Ann") },
        Scene("prompt-secret", "") { $0.messages = [.ask(question)] + typed("Ann\r") + typed("sesame") },
        Scene("note", "") {
            $0.messages = [
                .ask(SendQuestion(subject, note: "This deletes every order. Are you sure?", prompts: []))
            ]
        },
        Scene("conflict", "nhttp://h/<esc>W") { $0.messages = conflict },
        Scene("conflict-gone", "nhttp://h/<esc>W") {
            $0.messages = [.draft(.saving(.conflict(DraftConflict(theirs: nil))))]
        },
        Scene("conflict-difference", "nhttp://h/<esc>W") {
            $0.messages = conflict + [.key("d")]
        },
    ]

    private static let subject = SendQuestion.Subject.saved(.init(file: "/api/auth.http", number: 1, line: 3))

    private static let question = SendQuestion(
        subject, note: nil,
        prompts: [
            .init(name: "username", about: "who signs in", isSecret: false),
            .init(name: "password", about: "", isSecret: true),
        ])

    private static func typed(_ text: String) -> [Message] {
        text.map { .key($0 == "\r" ? .enter : .character($0)) }
    }

    private static let conflict: [Message] = [
        .draft(
            .saving(
                .conflict(
                    DraftConflict(
                        theirs: .init(block: "### one\nGET http://h/\nAccept: text/html\n", number: 2)))))
    ]
}

extension [EnvironmentChoice.Known] {
    /// Two environments, of which one has a variable that two files define.
    static let sample = [
        EnvironmentChoice.Known(
            name: "local", files: ["/api/http-client.private.env.json", "/api/http-client.env.json"],
            variables: [
                .init(name: "base", value: "http://127.0.0.1:8080"), .init(name: "token", value: nil),
                .init(name: "user.id", value: "42"),
            ],
            warnings: ["base is in both files: the private value counts"]),
        EnvironmentChoice.Known(
            name: "staging", files: ["/api/http-client.env.json"],
            variables: [.init(name: "base", value: "https://staging.example.com")]),
    ]
}

extension ImportOffer {
    /// An offer of a collection with a folder.
    static let sample = ImportOffer(
        source: "HTTP archive “acme”", count: 12, folder: "/api/acme",
        files: [
            .init(path: "acme.http", text: "GET http://h/\n", isPrivate: false),
            .init(path: "http-client.private.env.json", text: "{}\n", isPrivate: true),
        ],
        warnings: [
            "Orders / create: The pre-request script is kept as a comment.", "Users: The proxy is not kept.",
        ])
}

extension DraftState {
    /// A draft of a saved request with references, of which one is undefined.
    static let previewSample: DraftState = {
        let text = """
            ### login
            # @retry 2
            POST {{base}}/login?at={{$timestamp}}
            Content-Type: application/json
            Authorization: Bearer {{token}}
            X-Trace: {{trace}}

            {
              "user": "{{user}}",
              "password": "sesame"
            }
            """
        var draft = DraftState(Draft(reading: text) ?? Draft())
        draft.values = [
            "base": .text("http://127.0.0.1:8080"), "$timestamp": .madeWhenSent, "token": .text("s3cret"),
            "trace": .undefined, "user": .text("ada"),
        ]
        return draft
    }()
}
