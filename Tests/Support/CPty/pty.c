// CPty
