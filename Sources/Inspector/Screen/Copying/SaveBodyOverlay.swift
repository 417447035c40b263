import InspectorCanvas
import InspectorValues

/// The question where to save a body.
struct SaveBodyOverlay: Overlay {
    private var field: TextField
    private let file: FileCopy

    static let places: [Place] = [.savePath]
    static let bindings = [
        Binding(.enter, in: [.savePath], .pane(.accept), .questions, "write the file").inFooter("save")
    ]

    init(_ file: FileCopy) {
        self.file = file
        field = TextField(selecting: file.path)
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        field.apply(key, clipboard: &state.clipboard)
    }

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        guard !field.text.isEmpty else { return [] }
        var file = file
        file.path = field.text
        return [.copy(.toFile(file))]
    }

    func footer(_ state: State) -> FooterContent {
        .field(field, label: "save the body in ", note: DisplayText(untrusted: file.bytes.count.byteText))
    }
}

extension Place {
    /// The path of a file to be written.
    static let savePath = Place("savePath", .field, titled: "question")
}
