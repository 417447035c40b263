extension DraftForm {
    /// The field that a motion leads to from another one.
    func field(from selection: DraftField, _ motion: Motion, page: Int) -> DraftField {
        var fields: [DraftField] = []
        for field in lines.compactMap(\.field) where fields.last != field { fields.append(field) }
        let index = fields.firstIndex(of: lines[index(of: selection)].field ?? .url) ?? 0
        let wanted =
            switch motion {
            case .up: index - 1
            case .down: index + 1
            case .pageUp: index - page
            case .pageDown: index + page
            case .first: 0
            case .last: fields.count - 1
            case .left, .right: index
            }
        let found = fields[max(0, min(wanted, fields.count - 1))]
        // In a table the column stays the same.
        if case .cell(_, _, let side) = selection, case .cell(let table, let row, _) = found,
            lines.contains(where: { $0.holds(.cell(table, row + 1, .name)) })
        {
            return .cell(table, row, side)
        }
        return found
    }
}
