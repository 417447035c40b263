import RequestFormats

// The settings of the file and its folder.
extension DraftState {
    /// The settings that the draft takes over as it is now, each with its place.
    var settingsTakenOver: [(setting: DefaultSetting, place: String)] {
        guard !inherited.isEmpty else { return [] }
        let document = origin?.path ?? "draft"
        return draft.request.inherited(of: inherited).map { ($0, $0.place(in: document)) }
    }

    /// The names of the references in them.
    package var namesInInherited: Set<String> {
        inherited.reduce(into: []) { $0.formUnion(TemplateText.names(in: $1.text)) }
    }
}
