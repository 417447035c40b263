import InspectorCanvas

/// The list of mocks and scenarios.
struct MocksOverlay: ListOverlay {
    var scroll: ScrollState

    static let places: [Place] = [.mocks]
    static let bindings = [
        Binding(
            " ", in: [.mocks], .mock(.toggle), .mocks, "switch the mock off or on; the scenario's next state"
        ).inFooter("off/on", if: .anyMock),
        Binding(
            "E", in: [.mocks], .mock(.edit), .mocks,
            "edit the mock in $EDITOR; it is checked before it counts"
        ).inFooter("edit", if: .selectedMock),
        Binding("+", in: [.mocks], .mock(.raise), .mocks, "ask the mock earlier; the scenario's next state")
            .inFooter("earlier", if: .anyMock),
        Binding("-", in: [.mocks], .mock(.lower), .mocks, "ask the mock later; the scenario's state before")
            .inFooter("later", if: .anyMock),
        Binding("D", in: [.mocks], .mock(.delete), .mocks, "delete the mock and what its file says of it")
            .inFooter("delete", if: .selectedMock),
        Binding(nil, in: [.mocks], .mock(.reset), .mocks, "set the hits of all mocks back to 0")
            .requiring(.anyMock),
    ]

    init(lines: Int) {
        scroll = ScrollState(count: lines)
    }

    mutating func fit(_ state: State, _ layout: Layout) {
        scroll.resize(height: layout.middle.height - (state.mocks.deleted.isEmpty ? 2 : 3))
    }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        frame.clear(layout.middle)
        MocksView(state: state, scroll: scroll).draw(in: layout.middle, into: &frame)
    }
}

extension Place {
    static let mocks = Place("mocks", .list, titled: "list of mocks")
}
