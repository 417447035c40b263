import InspectorValues

extension EnvironmentChoice {
    init(names: [String], selected: String? = nil) {
        self.init(environments: names.map { Known(name: $0) }, selected: selected)
    }
}
