extension State {
    mutating func perform(_ verb: StatisticsVerb) -> [Effect] {
        switch verb {
        case .show: overlays.show(StatisticsOverlay())
        case .window:
            overlays[StatisticsOverlay.self]?.showNextWindow(hasHistory: settings.hasHistory)
            guard overlays[StatisticsOverlay.self]?.window == .history else { break }
            return [.history(.routes(list.filter.isOn ? list.filter.query ?? .all : .all))]
        case .sort(let column?): overlays[StatisticsOverlay.self]?.sort(by: column)
        case .sort(nil): typed = settings.keymap.keys(of: .statistics(.sort(nil)))
        }
        return []
    }
}
